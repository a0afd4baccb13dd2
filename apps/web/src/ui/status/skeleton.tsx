import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/**
 * A block in the shape of loading content. Not animated: each animated one would be a layer of its own at
 * launch.
 */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span aria-hidden="true" className={cx('block rounded-8 bg-s3', className)} />
)

type SkeletonBarsProps = {
  /** Size and top margin of each bar, as classes. */
  readonly bars: readonly string[]
  /** Text for screen readers; none by default, if the surrounding content has one. */
  readonly label?: string
  readonly className?: string
}

/** Bars below each other, in the shape of loading lines. */
export const SkeletonBars = ({ bars, label, className }: SkeletonBarsProps) => (
  <div {...(label === undefined ? {} : { role: 'status', 'aria-label': label })} className={className}>
    {bars.map((size, index) => (
      <Skeleton key={`bar-${String(index)}`} className={size} />
    ))}
  </div>
)

/** As wide and as tall as the loading text, which is laid out invisibly, in every language. */
export const SkeletonText = ({ children }: { readonly children: ReactNode }) => (
  <span aria-hidden="true" className="box-decoration-clone rounded-8 bg-s3">
    <span className="invisible">{children}</span>
  </span>
)

/**
 * One stepped animation for a whole list or card: a continuous one keeps a phone drawing at sixty frames a
 * second.
 */
const BREATHING = 'animate-[breathe_1.8s_steps(4)_infinite]'

/** Skeleton of some rows. */
export const SkeletonRows = ({ count = 3, label }: { readonly count?: number; readonly label: string }) => (
  <div role="status" aria-label={label} className={BREATHING}>
    {Array.from({ length: count }, (_, index) => (
      <div
        key={`row-${String(index)}`}
        className="flex min-h-[63px] items-center gap-3 py-3 not-first:border-t not-first:border-line"
      >
        <Skeleton className="size-9 rounded-12" />
        <SkeletonBars className="flex-1" bars={['h-4 w-28', 'mt-2 h-3 w-40']} />
        <Skeleton className="h-4 w-16" />
      </div>
    ))}
  </div>
)

/** Skeleton of a card: picture left, lines right. */
export const SkeletonCard = ({
  label,
  className,
}: {
  readonly label: string
  readonly className?: string
}) => (
  <div
    role="status"
    aria-label={label}
    className={cx('flex items-center gap-3 rounded-20 border border-line bg-s1 p-4', BREATHING, className)}
  >
    <Skeleton className="size-21 rounded-16" />
    <SkeletonBars
      className="flex-1"
      bars={['h-4 w-24', 'mt-2.5 h-3 w-32', 'mt-3.5 h-1.5 w-full', 'mt-3 h-3 w-28']}
    />
  </div>
)
