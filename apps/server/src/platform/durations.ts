/** Durations in the rules' unit: seconds of the chain's clock, as bigint. */
import * as protocol from '@dr/protocol/constants'

export const HOUR_SECONDS = BigInt(protocol.HOUR_SECONDS)
export const DAY_SECONDS = BigInt(protocol.DAY_SECONDS)
/** Wall time. */
export const DAY_MS = protocol.DAY_SECONDS * 1_000
