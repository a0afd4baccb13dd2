import { CENT } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { CallOf } from '../../api/endpoints.ts'
import { formatWorth } from '../../i18n/rate-text.ts'
import type { Point } from '../../ui/charts/scale.ts'
import { formatDate } from '../../ui/text/format.ts'

export type BalanceHistory = ResponseOf<CallOf<'balanceHistory'>>

interface HistoryView {
  readonly points: readonly Point[]
  /** USD, 18 decimals. */
  readonly last: bigint
  /** Against the first point that is drawn. */
  readonly change: bigint
}

/** What can be drawn: moments whose worth is known; null where a line would say nothing. */
export const viewHistory = ({ points, range }: BalanceHistory): HistoryView | null => {
  const known = points.flatMap(({ at, worth }) => (worth === null ? [] : [{ at, worth: BigInt(worth) }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || known.length < 2 || known.every(({ worth }) => worth === 0n)) return null
  return {
    points: known.map(({ at, worth }) => ({
      label: formatDate(at * 1_000, range === 'all' ? 'YM' : 'YMD'),
      value: Number(worth / CENT),
      text: formatWorth(worth),
    })),
    last: last.worth,
    change: last.worth - first.worth,
  }
}
