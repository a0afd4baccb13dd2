import { formatAmount, WAD } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { CallOf } from '../../api/endpoints.ts'
import type { Point } from '../../ui/charts/scale.ts'
import { formatShort } from '../../ui/text/format.ts'

export type PriceHistory = ResponseOf<CallOf<'priceHistory'>>

const PRICE_DECIMALS = 6
export const priceText = (price: bigint): string =>
  formatAmount(price, { maxDecimals: PRICE_DECIMALS, minDecimals: 2 })

/** For drawing only. */
export const priceNumber = (price: bigint): number => Number(price) / Number(WAD)

/** Minimum range of the scale in percent of the middle, so that a stable price does not look volatile. */
const SCALE_MIN_PERCENT = 2n

/** Ends of the axis: the lowest and the highest close, or a wider range around them if they are close. */
export const axisOf = (closes: readonly bigint[]): { readonly low: bigint; readonly high: bigint } => {
  const low = closes.reduce((min, close) => (close < min ? close : min), closes[0] ?? 0n)
  const high = closes.reduce((max, close) => (close > max ? close : max), 0n)
  const middle = (low + high) / 2n
  const half = (middle * SCALE_MIN_PERCENT) / 200n
  return high - low > 2n * half ? { low, high } : { low: middle - half, high: middle + half + 1n }
}

export interface PriceView {
  readonly axis: { readonly low: bigint; readonly high: bigint }

  readonly points: readonly Point[]
  /** USDT for one token, 18 decimals. */
  readonly last: bigint
  readonly high: bigint
  readonly low: bigint
  /** Change from the first to the last point, in 1/10,000, rounded towards zero. */
  readonly changeBps: bigint
  /**
   * Start of the pool's history if it is within the window (Unix seconds): less than the requested range is
   * shown.
   */
  readonly shortSince: number | null
}

/** Data of the chart; null with fewer than two points. */
export const viewPrices = ({ points, since, from, bucketSeconds }: PriceHistory): PriceView | null => {
  const first = points[0]
  const last = points.at(-1)
  if (points.length < 2 || first === undefined || last === undefined) return null
  const begin = BigInt(first.close)
  const end = BigInt(last.close)
  return {
    points: points.map(({ at, close }) => ({
      // With the day: 24 hours end at the time of day at which they began.
      label: formatShort(at * 1_000),
      value: priceNumber(BigInt(close)),
      text: priceText(BigInt(close)),
    })),
    axis: axisOf(points.map(({ close }) => BigInt(close))),
    last: end,
    high: points.reduce((max, { high }) => (BigInt(high) > max ? BigInt(high) : max), 0n),
    low: points.reduce((min, { low }) => (BigInt(low) < min ? BigInt(low) : min), BigInt(first.low)),
    changeBps: begin === 0n ? 0n : ((end - begin) * 10_000n) / begin,
    shortSince: since !== null && since > from + bucketSeconds ? since : null,
  }
}

/** `+1.24%`, `−0.05%`, `0%`. */
export const changeText = (bps: bigint): string => {
  if (bps === 0n) return '0%'
  const size = bps < 0n ? -bps : bps
  const fraction = String(size % 100n).padStart(2, '0')
  return `${bps < 0n ? '−' : '+'}${size / 100n}.${fraction}%`
}
