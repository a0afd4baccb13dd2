import { useT } from '../../i18n/use-t.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** In the shape of the figure and of the card below it that come. */
export function TopSkeleton() {
  const t = useT()
  return (
    <div role="status" aria-label={t('message.loading')} className="px-1 pt-2.5">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="mt-3 h-10 w-64" />
      <Skeleton className="mt-3 h-3 w-40" />
      <Skeleton className="mt-12 h-12 w-full rounded-16" />
      <Skeleton className="mt-4 h-29.5 w-full rounded-20" />
    </div>
  )
}
