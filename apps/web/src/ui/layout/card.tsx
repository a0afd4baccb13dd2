import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

/** A raised surface with a hairline. */
export const Card = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section className={cx('rounded-20 border border-line bg-s1 p-4 shadow-card', className)} {...rest} />
)

/** Heading row of a card: title left, a small aside right, which stays on its line while the title wraps. */
export const CardHeader = ({
  title,
  aside,
}: {
  readonly title: string
  readonly aside?: React.ReactNode
}) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3">
    <h2 className="min-w-2/5 flex-1 basis-0 text-16 font-semibold">{title}</h2>
    {aside ? <div className="num max-w-full text-12 text-t2">{aside}</div> : null}
  </div>
)
