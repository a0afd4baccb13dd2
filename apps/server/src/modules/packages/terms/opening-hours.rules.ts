/** When a package takes orders (docs/product.md 8). Pure; Unix seconds, UTC. */
import { DAY_SECONDS } from '../../../platform/durations.ts'

/**
 * Seconds of each UTC day; the end is excluded, and past midnight if it is before the beginning. Both equal:
 * always open.
 */
export interface OpeningHours {
  readonly opensAtSecond: number
  readonly closesAtSecond: number
}

export const isOpen = ({ opensAtSecond, closesAtSecond }: OpeningHours, at: bigint): boolean => {
  if (opensAtSecond === closesAtSecond) return true
  const second = Number(at % DAY_SECONDS)
  return opensAtSecond < closesAtSecond
    ? second >= opensAtSecond && second < closesAtSecond
    : second >= opensAtSecond || second < closesAtSecond
}

/** Time of the next opening; `at` itself when it is open. */
export const nextOpening = (hours: OpeningHours, at: bigint): bigint => {
  if (isOpen(hours, at)) return at
  const today = at - (at % DAY_SECONDS) + BigInt(hours.opensAtSecond)
  return today >= at ? today : today + DAY_SECONDS
}
