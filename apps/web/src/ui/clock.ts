/**
 * Time in the app; no other file reads the device's clock, which may be days off. Times of a server or the
 * chain are compared with `serverNow`, or with another time of theirs.
 */
let skewMs = 0

/** A header has whole seconds, and a preloaded one is older: smaller differences are ignored. */
const HEADER_PRECISION_MS = 5_000

/** Milliseconds since the epoch by this device, for spans measured on it. */
export const deviceNow = (): number => Date.now()

/** Converts a time of this device into the server's. */
export const toServerTime = (deviceMs: number): number => Math.round(deviceMs + skewMs)

/** Milliseconds since the epoch by the server's clock, from its last answers. */
export const serverNow = (): number => toServerTime(deviceNow())

/**
 * `askedAt` and `answeredAt`: this device's times of request and answer; the server's time is assumed at
 * their middle.
 */
export const setServerTime = (reading: { serverTime: number; askedAt: number; answeredAt: number }): void => {
  skewMs = reading.serverTime - (reading.askedAt + reading.answeredAt) / 2
}

/** Reads the time from an answer's `Date` header, if there is one. */
export const readServerDate = ({ headers }: Response): void => {
  const date = Date.parse(headers.get('date') ?? '')
  if (Math.abs(date - serverNow()) > HEADER_PRECISION_MS) skewMs = date - deviceNow()
}
