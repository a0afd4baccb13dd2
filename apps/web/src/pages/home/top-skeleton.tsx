import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Skeleton } from '../../ui/status/skeleton.tsx'

type TopSkeletonProps = {
  /** What is known of the number already, and of the line below it; their bars by default. */
  readonly figure?: ReactNode
  readonly note?: ReactNode
}

/** In the shape of the figure and of the card below it that come. */
export const TopSkeleton = ({ figure, note }: TopSkeletonProps) => {
  const t = useT()
  return (
    <div role="status" aria-label={t('message.loading')} className="px-1 pt-2.5">
      <p aria-hidden="true" className="flex h-5 items-center text-12 text-t2">
        {t('home.collectable')}
      </p>
      <div className="mt-1">{figure ?? <Skeleton className="h-9.5 w-64" />}</div>
      <div className="mt-3.25">{note ?? <Skeleton className="h-3 w-40" />}</div>
      <Skeleton className="mt-12 h-12 w-full rounded-16" />
      <Skeleton className="mt-4 h-29.5 w-full rounded-20" />
    </div>
  )
}
