/**
 * Averages from the oracle's own observations, so that anyone can recompute them from the chain's events (ADR
 * 0012). Pure.
 */

import { mulDivDown, WAD } from '@dr/protocol/amounts'
import { ORACLE_LONG_WINDOW_SECONDS } from '@dr/protocol/constants'

export interface Observation {
  /** Unix seconds. */
  readonly timestamp: bigint
  /** The pair's cumulative price, UQ112x112 times seconds, modulo 2^224. */
  readonly cumulative: bigint
}

const Q112 = 2n ** 112n
const MODULUS = 2n ** 224n

/** Minimum number of seconds that an average at a moment covers. */
export const AVERAGE_SECONDS = BigInt(ORACLE_LONG_WINDOW_SECONDS)

/**
 * USDT for one token, 18 decimals, averaged over the time between two observations; rounded as in the oracle
 * contract. Null if both are the same observation, or the price is below its smallest unit.
 */
export const averageBetween = (from: Observation, to: Observation): bigint | null => {
  const seconds = to.timestamp - from.timestamp
  if (seconds <= 0n) return null
  const sum = (to.cumulative - from.cumulative + MODULUS) % MODULUS
  const price = mulDivDown(sum / seconds, WAD, Q112)
  return price === 0n ? null : price
}

/** Computes `averageAt` from all observations, in order of time. */
export const averageOf = (observations: readonly Observation[], at: bigint): bigint | null => {
  const lastUntil = (time: bigint) => observations.findLast(({ timestamp }) => timestamp <= time)
  const [from, to] = [lastUntil(at - AVERAGE_SECONDS), lastUntil(at)]
  return from && to ? averageBetween(from, to) : null
}
