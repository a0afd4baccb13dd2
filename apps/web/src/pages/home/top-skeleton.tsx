import { useT } from '../../i18n/use-t.ts'
import { SkeletonBars } from '../../ui/status/skeleton.tsx'

/** Skeleton of the main figure and the card below it. */
export const TopSkeleton = () => {
  const t = useT()
  return (
    <SkeletonBars
      label={t('message.loading')}
      className="px-1 pt-2.5"
      bars={[
        'h-4 w-28',
        'mt-3 h-10 w-64',
        'mt-3 h-3 w-40',
        'mt-12 h-12 w-full rounded-16',
        'mt-4 h-29.5 w-full rounded-20',
      ]}
    />
  )
}
