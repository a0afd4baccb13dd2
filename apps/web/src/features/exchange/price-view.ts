import { formatAmount, WAD } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { CallOf } from '../../api/endpoints.ts'
import type { Point } from '../../ui/charts/scale.ts'
import { formatDate, formatShort } from '../../ui/format.ts'

export type PriceHistory = ResponseOf<CallOf<'priceHistory'>>

const PRICE_DECIMALS = 6
export const priceText = (price: bigint): string => formatAmount(price, { maxDecimals: PRICE_DECIMALS })

export interface PriceView {
  readonly points: readonly Point[]
  /** USDT for one token, 18 decimals. */
  readonly last: bigint
  readonly high: bigint
  readonly low: bigint
  /** Of the last against the first point, in 1/10,000, towards zero. */
  readonly changeBps: bigint
  /** When the pool's history begins, where that is within the window (Unix seconds): less is shown than was asked for. */
  readonly shortSince: number | null
}

/** What the chart draws; null while there are not two points to draw a line between. */
export function viewPrices({ range, points, since, from, bucketSeconds }: PriceHistory): PriceView | null {
  const first = points[0]
  const last = points.at(-1)
  if (points.length < 2 || first === undefined || last === undefined) return null
  const begin = BigInt(first.close)
  const end = BigInt(last.close)
  const label = (at: number): string =>
    range === '24h' ? formatDate(at * 1_000, 'HM') : formatShort(at * 1_000)
  return {
    points: points.map(({ at, close }) => ({
      label: label(at),
      value: Number(BigInt(close)) / Number(WAD),
      text: priceText(BigInt(close)),
    })),
    last: end,
    high: points.reduce((most, { high }) => (BigInt(high) > most ? BigInt(high) : most), 0n),
    low: points.reduce((least, { low }) => (BigInt(low) < least ? BigInt(low) : least), BigInt(first.low)),
    changeBps: begin === 0n ? 0n : ((end - begin) * 10_000n) / begin,
    shortSince: since !== null && since > from + bucketSeconds ? since : null,
  }
}

/** `+1.24%`, `−0.05%`, `0%`. */
export function changeText(bps: bigint): string {
  if (bps === 0n) return '0%'
  const size = bps < 0n ? -bps : bps
  const fraction = String(size % 100n).padStart(2, '0')
  return `${bps < 0n ? '−' : '+'}${size / 100n}.${fraction}%`
}
