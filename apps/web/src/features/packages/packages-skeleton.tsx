import { Skeleton } from '../../ui/skeleton.tsx'

/** Two packages and the POD row to come, as tall as they are, so that nothing below them jumps. */
export function PackagesSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      {['first', 'second'].map((name) => (
        <div key={name} className="h-[158px] border-line py-3.5 not-first:border-t">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-3 h-3 w-52" />
          <Skeleton className="mt-5 h-2 w-full" />
          <Skeleton className="mt-4 h-3 w-full" />
        </div>
      ))}
      <div className="flex h-[66px] items-center justify-between border-t border-line">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-20 rounded-12" />
      </div>
    </div>
  )
}
