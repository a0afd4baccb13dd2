/** The server's wall clock, as far as this device knows it: a phone's clock may be minutes off. */
let skewMs = 0

/**
 * `askedAt` and `answeredAt` are this device's times around the reading; half the way is taken for the
 * answer.
 */
export const setServerTime = (reading: { serverTime: number; askedAt: number; answeredAt: number }): void => {
  skewMs = reading.serverTime - (reading.askedAt + reading.answeredAt) / 2
}

/** Milliseconds since the epoch by the server's clock. */
export const serverNow = (): number => Math.round(Date.now() + skewMs)
