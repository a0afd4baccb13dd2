/** Spans of time in the unit that rules count in: seconds of the chain's clock, as bigint. */
import * as protocol from '@dr/protocol/constants'

export const HOUR_SECONDS = BigInt(protocol.HOUR_SECONDS)
export const DAY_SECONDS = BigInt(protocol.DAY_SECONDS)
/** Of wall time. */
export const DAY_MS = protocol.DAY_SECONDS * 1_000
