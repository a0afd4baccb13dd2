export type Reading = {
  /** Base units at `asOfMs`. */
  readonly value: bigint
  readonly asOfMs: number
  /** Base units per second that run after the reading. */
  readonly ratePerSecond: bigint
  /** The truth's upper bound in base units; the shown value never passes it. */
  readonly cap?: bigint
}

/**
 * What a running number shows at `nowMs`: the last reading plus its rate, never before the reading, never
 * past the cap, and at most `horizonMs` after the reading, so that a server gone silent stops the clock.
 */
export const extrapolate = (reading: Reading, nowMs: number, horizonMs = 900_000): bigint => {
  const elapsedMs = Math.min(Math.max(0, Math.floor(nowMs - reading.asOfMs)), horizonMs)
  const value = reading.value + (reading.ratePerSecond * BigInt(elapsedMs)) / 1_000n
  return reading.cap !== undefined && value > reading.cap ? reading.cap : value
}
