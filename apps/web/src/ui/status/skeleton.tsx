import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/**
 * A block in the shape of what comes. It does not move: each that moved would be a layer of its own while the
 * app starts.
 */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span aria-hidden="true" className={cx('block rounded-8 bg-s3', className)} />
)

type SkeletonBarsProps = {
  /** The size of each, and its distance from the one above it, as classes. */
  readonly bars: readonly string[]
  /** What a screen reader says; default: nothing, since what is around them says it. */
  readonly label?: string
  readonly className?: string
}

/** Bars below each other, in the shape of the lines that come. */
export const SkeletonBars = ({ bars, label, className }: SkeletonBarsProps) => (
  <div {...(label === undefined ? {} : { role: 'status', 'aria-label': label })} className={className}>
    {bars.map((size, index) => (
      <Skeleton key={`bar-${String(index)}`} className={size} />
    ))}
  </div>
)

/** As wide and as tall as the words that come, in every language: they are set, and not seen. */
export const SkeletonText = ({ children }: { readonly children: ReactNode }) => (
  <span aria-hidden="true" className="box-decoration-clone rounded-8 bg-s3">
    <span className="invisible">{children}</span>
  </span>
)

/**
 * A list or a card to come breathes as one, in steps: a motion that never rests keeps a phone drawing at
 * sixty a second.
 */
const BREATHING = 'animate-[breathe_1.8s_steps(4)_infinite]'

/** A few rows of a list to come. */
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

/** A card to come: picture left, lines right. */
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
