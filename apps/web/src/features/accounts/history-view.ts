import { CENT } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { CallOf } from '../../api/endpoints.ts'
import { formatWorth } from '../../i18n/rate-text.ts'
import type { Point } from '../../ui/charts/scale.ts'
import { formatDate } from '../../ui/text/format.ts'

export type BalanceHistory = ResponseOf<CallOf<'balanceHistory'>>

/** Points with a known worth; null if they make no line. */
export const historyPoints = ({ points, range }: BalanceHistory): readonly Point[] | null => {
  const known = points.flatMap(({ at, worth }) => (worth === null ? [] : [{ at, worth: BigInt(worth) }]))
  // A line needs two points above zero.
  if (known.filter(({ worth }) => worth > 0n).length < 2) return null
  return known.map(({ at, worth }) => ({
    label: formatDate(at * 1_000, range === 'all' ? 'YM' : 'YMD'),
    value: Number(worth / CENT),
    text: formatWorth(worth),
  }))
}
