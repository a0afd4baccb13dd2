export type Reading = {
  /** Base units at `asOfMs`. */
  readonly value: bigint
  readonly asOfMs: number
  /** Base units per second after the reading. */
  readonly ratePerSecond: bigint
  /** Upper limit in base units; the displayed value never exceeds it. */
  readonly cap?: bigint
}

/**
 * Value of a running number at `nowMs`: the last reading plus its rate, at least the reading, at most the
 * cap, and at most `horizonMs` after the reading, so that a silent server stops it.
 */
export const extrapolate = (reading: Reading, nowMs: number, horizonMs = 900_000): bigint => {
  const elapsedMs = Math.min(Math.max(0, Math.floor(nowMs - reading.asOfMs)), horizonMs)
  const value = reading.value + (reading.ratePerSecond * BigInt(elapsedMs)) / 1_000n
  return reading.cap !== undefined && value > reading.cap ? reading.cap : value
}
