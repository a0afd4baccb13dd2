import { heroFontSize } from '../amounts/amount.tsx'
import { Skeleton } from './skeleton.tsx'

/** Last figure; undefined: none, and a bar of the size `bar` is shown. */
type LastProps = { readonly last: string | undefined; readonly bar: string }

/** Last hero number, dimmed, while the current one loads. */
export const LastFigure = ({ last, bar, token }: LastProps & { readonly token?: string }) =>
  last === undefined ? (
    <Skeleton className={bar} />
  ) : (
    <span
      aria-hidden="true"
      translate="no"
      className="num block h-9.5 leading-9.5 font-semibold whitespace-nowrap text-t3"
      style={{ fontSize: heroFontSize(last.length) }}
    >
      {last}
      {token === undefined ? null : <span className="ml-1.5 text-16">{token}</span>}
    </span>
  )

/** Time of the last figure, below it. */
export const LastNote = ({ last, bar }: LastProps) =>
  last === undefined ? (
    <Skeleton className={bar} />
  ) : (
    <span aria-hidden="true" className="num block h-3 text-12 leading-3 text-t2">
      {last}
    </span>
  )
