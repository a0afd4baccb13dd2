/**
 * Time in the app; no other file reads the device's clock, which may be days off. What a server or the chain
 * says is compared with `serverNow`, or with a moment of their own.
 */
let skewMs = 0

/** A header has whole seconds, and what was preloaded is older: nearer than this it says nothing. */
const HEADER_PRECISION_MS = 5_000

/** Milliseconds since the epoch by this device: for spans that begin and end on it. */
export const deviceNow = (): number => Date.now()

/** A moment of this device's clock by the server's. */
export const toServerTime = (deviceMs: number): number => Math.round(deviceMs + skewMs)

/** Milliseconds since the epoch by the server's clock, as its last answers say. */
export const serverNow = (): number => toServerTime(deviceNow())

/**
 * `askedAt` and `answeredAt` are this device's times around the reading; half the way is taken for the
 * answer.
 */
export const setServerTime = (reading: { serverTime: number; askedAt: number; answeredAt: number }): void => {
  skewMs = reading.serverTime - (reading.askedAt + reading.answeredAt) / 2
}

/** Takes the time from the `Date` header of an answer that just came, if there is one. */
export const readServerDate = ({ headers }: Response): void => {
  const date = Date.parse(headers.get('date') ?? '')
  if (Math.abs(date - serverNow()) > HEADER_PRECISION_MS) skewMs = date - deviceNow()
}
