import { cx } from '../../ui/cx.ts'
import { Skeleton, SkeletonBars } from '../../ui/status/skeleton.tsx'

const COMPACT_PACKAGE = ['h-4 w-40', 'mt-2 h-3 w-28']
const PACKAGE = ['h-4 w-40', 'mt-3 h-3 w-52', 'mt-6 h-4 w-full', 'mt-5 h-4 w-full', 'mt-3 h-3 w-52']

type PackagesSkeletonProps = {
  readonly label: string
  /** Both packages without their figures, not only the second. */
  readonly compact: boolean
}

/** As tall as two packages and the POD row, so that nothing below moves. */
export const PackagesSkeleton = ({ label, compact }: PackagesSkeletonProps) => (
  <div role="status" aria-label={label}>
    {['first', 'second'].map((name) => (
      <SkeletonBars
        key={name}
        className={cx(
          'border-line py-3.5 not-first:border-t',
          compact || name === 'second' ? 'h-[65px]' : 'h-[200px]',
        )}
        bars={compact || name === 'second' ? COMPACT_PACKAGE : PACKAGE}
      />
    ))}
    {compact ? null : <SkeletonBars className="h-[68px] pt-1" bars={['h-3 w-full', 'mt-2 h-3 w-40']} />}
    <div className="flex h-[66px] items-center justify-between border-t border-line">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-9 w-20 rounded-12" />
    </div>
  </div>
)
