import { Skeleton } from '../../ui/skeleton.tsx'

/** Two packages and the POD row to come, as tall as they are, so that nothing below them jumps. */
export function PackagesSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      {['first', 'second'].map((name) => (
        <div key={name} className="h-[248px] border-line py-3.5 not-first:border-t">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-3 h-3 w-52" />
          <Skeleton className="mt-6 h-4 w-full" />
          <Skeleton className="mt-4 h-4 w-full" />
          <Skeleton className="mt-8 h-2 w-full" />
          <Skeleton className="mt-3 h-3 w-full" />
        </div>
      ))}
      <div className="h-[68px] pt-1">
        <Skeleton className="h-3 w-full" />
        <Skeleton className="mt-2 h-3 w-40" />
      </div>
      <div className="flex h-[66px] items-center justify-between border-t border-line">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-20 rounded-12" />
      </div>
    </div>
  )
}
