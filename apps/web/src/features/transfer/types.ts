import type { ResponseOf } from '@dr/protocol/call'
import type { CallOf } from '../../api/endpoints.ts'

/** What a transfer would do, with the order to sign. */
export type PreparedTransfer = ResponseOf<CallOf<'transferOrder'>>
/** What it did. */
export type FinishedTransfer = ResponseOf<CallOf<'transfer'>>
