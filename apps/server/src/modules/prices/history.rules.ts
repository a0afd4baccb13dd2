/**
 * A pool's prices over time, in equal buckets. Pure; prices in USDT for one token, 18 decimals; times in Unix
 * seconds.
 */
import { WAD } from '@dr/protocol/amounts'
import { maxBigInt, minBigInt } from '../../platform/integers.ts'

export const MINUTE = 60n

/** Price of the reserves, rounded down; null for an empty pool. */
export const priceOfReserves = ({ token, usdt }: { token: bigint; usdt: bigint }): bigint | null => {
  const price = token === 0n ? 0n : (usdt * WAD) / token
  return price === 0n ? null : price
}

/** Prices within an interval. */
export interface PriceSpan {
  readonly close: bigint
  readonly low: bigint
  readonly high: bigint
}

export interface MinuteSpan extends PriceSpan {
  readonly minute: bigint
}

/** Prices in the order of the chain, as spans of whole minutes, oldest first. */
export const spansByMinute = (prices: readonly { at: bigint; price: bigint }[]): MinuteSpan[] => {
  const spans = new Map<bigint, MinuteSpan>()
  for (const { at, price } of prices) {
    const minute = at / MINUTE
    const { low, high } = spans.get(minute) ?? { low: price, high: price }
    spans.set(minute, { minute, close: price, low: minBigInt(low, price), high: maxBigInt(high, price) })
  }
  return [...spans.values()]
}

export interface Bucketing {
  /** Start of the first bucket, a multiple of `seconds`. */
  readonly from: bigint
  readonly seconds: bigint
  readonly count: number
}

/** `count` buckets of `seconds`, at multiples of `seconds`; the last of them contains `now`. */
export const bucketsUntil = (now: bigint, { seconds, count }: Omit<Bucketing, 'from'>): Bucketing => ({
  from: (now / seconds - BigInt(count) + 1n) * seconds,
  seconds,
  count,
})

export interface PricePoint extends PriceSpan {
  /** Start of the bucket. */
  readonly at: bigint
}

/**
 * One point for each bucket. The price at the beginning of a bucket belongs to it too; a bucket without a
 * change repeats it. `before`: the price when the first one begins; null: none yet, and no point before the
 * first change.
 */
export const fillBuckets = (input: {
  readonly buckets: Bucketing
  readonly before: bigint | null
  /** By index of the bucket, from 0. */
  readonly changes: ReadonlyMap<number, PriceSpan>
}): PricePoint[] => {
  const { buckets, changes } = input
  const points: PricePoint[] = []
  let last = input.before
  for (let index = 0; index < buckets.count; index += 1) {
    const at = buckets.from + BigInt(index) * buckets.seconds
    const change = changes.get(index)
    if (change) {
      const start = last ?? change.close
      points.push({
        at,
        close: change.close,
        low: minBigInt(start, change.low),
        high: maxBigInt(start, change.high),
      })
    } else if (last !== null) points.push({ at, close: last, low: last, high: last })
    last = change?.close ?? last
  }
  return points
}
