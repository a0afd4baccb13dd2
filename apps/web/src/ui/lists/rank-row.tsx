import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Identicon } from '../pictures/identicon.tsx'
import { Address } from '../text/address.tsx'
import { formatCount } from '../text/format.ts'

const PODIUM = 3

type RankRowProps = {
  readonly rank: number
  /** The place is behind `rank`, at an unknown distance. */
  readonly behind?: boolean | undefined
  readonly address: string
  /** Text beside the address in the reader's own row. */
  readonly me?: string | undefined
  readonly detail?: string
  readonly value: ReactNode
}

/** A place in a ranking; the reader's own is highlighted and labelled. */
export const RankRow = ({ rank, behind = false, address, me, detail, value }: RankRowProps) => (
  <li
    className={cx(
      'num -mx-2 flex min-h-11 items-center gap-3 rounded-12 px-2 text-14',
      detail && 'py-1.5',
      me && 'bg-gold-soft',
    )}
  >
    <span
      className={cx('min-w-6 shrink-0 text-center', rank <= PODIUM ? 'font-semibold text-gold' : 'text-t2')}
    >
      {behind ? `${formatCount(rank)}+` : rank}
    </span>
    <Identicon address={address} size={detail ? 28 : 20} />
    <span className="min-w-0 flex-1">
      <span className="block">
        <Address address={address} keep={4} copyable={false} />
        {me ? <span className="text-12 text-t2">{` · ${me}`}</span> : null}
      </span>
      {detail ? <span className="block text-12 text-t2">{detail}</span> : null}
    </span>
    {value}
  </li>
)
