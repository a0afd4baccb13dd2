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

/**
 * Of the middle: the chart never shows less of the scale, or a price that rests would look as if it leapt.
 */
const SCALE_MIN_PERCENT = 2n

/**
 * What the chart's edges stand for: the lowest and the highest close, or a little around them where they are
 * close together.
 */
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
  /** Of the last against the first point, in 1/10,000, towards zero. */
  readonly changeBps: bigint
  /**
   * When the pool's history begins, where that is within the window (Unix seconds): less is shown than was
   * asked for.
   */
  readonly shortSince: number | null
}

/** What the chart draws; null while there are not two points to draw a line between. */
export const viewPrices = ({ points, since, from, bucketSeconds }: PriceHistory): PriceView | null => {
  const first = points[0]
  const last = points.at(-1)
  if (points.length < 2 || first === undefined || last === undefined) return null
  const begin = BigInt(first.close)
  const end = BigInt(last.close)
  return {
    points: points.map(({ at, close }) => ({
      // With its day: 24 hours end at the clock time at which they began.
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
