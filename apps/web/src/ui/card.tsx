import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** A surface one step above the ground, with a hairline. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section className={cx('rounded-20 border border-line bg-s1 p-4 shadow-card', className)} {...rest} />
  )
}

/** A card's heading row: title left, something small right. */
export function CardHeader({ title, aside }: { readonly title: string; readonly aside?: React.ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <h2 className="text-16 font-semibold">{title}</h2>
      {aside ? <div className="text-12 text-t2 num">{aside}</div> : null}
    </div>
  )
}
