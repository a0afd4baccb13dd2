import type { ResponseOf } from '@dr/protocol/call'
import type { CallOf } from '../../api/endpoints.ts'

/** Preview of a transfer, with the order to sign. */
export type PreparedTransfer = ResponseOf<CallOf<'transferOrder'>>
/** Result of a transfer. */
export type FinishedTransfer = ResponseOf<CallOf<'transfer'>>
