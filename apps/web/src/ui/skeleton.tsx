import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A block in the shape of what comes. It stands still: each that moved would be a layer of its own while the app starts. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={cx('block rounded-8 bg-s3', className)} />
}

/** As wide and as tall as the words that come, in every language: they are set, and not seen. */
export function SkeletonText({ children }: { readonly children: ReactNode }) {
  return (
    <span aria-hidden="true" className="box-decoration-clone rounded-8 bg-s3">
      <span className="invisible">{children}</span>
    </span>
  )
}

/** A list or a card to come breathes as one, in steps: a motion that never rests keeps a phone drawing at sixty a second. */
const BREATHING = 'animate-[breathe_1.8s_steps(4)_infinite]'

/** A few rows of a list to come. */
export function SkeletonRows({ count = 3, label }: { readonly count?: number; readonly label: string }) {
  return (
    <div role="status" aria-label={label} className={BREATHING}>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={`row-${String(index)}`}
          className="flex min-h-[63px] items-center gap-3 py-3 not-first:border-t not-first:border-line"
        >
          <Skeleton className="size-9 rounded-12" />
          <div className="flex-1">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="mt-2 h-3 w-40" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
}

/** A card to come: picture left, lines right. */
export function SkeletonCard({ label, className }: { readonly label: string; readonly className?: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className={cx('flex items-center gap-3 rounded-20 border border-line bg-s1 p-4', BREATHING, className)}
    >
      <Skeleton className="size-21 rounded-16" />
      <div className="flex-1">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="mt-2.5 h-3 w-32" />
        <Skeleton className="mt-3.5 h-1.5 w-full" />
        <Skeleton className="mt-3 h-3 w-28" />
      </div>
    </div>
  )
}
