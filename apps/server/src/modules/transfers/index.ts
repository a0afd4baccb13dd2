/**
 * Public API of transfers: money from one user's account to another's, within one vault (docs/product.md 10
 * and 15).
 */

export { TRANSFERS_JOURNALS } from './journals.ts'
export { createTransfersModule } from './module.ts'
export { receivedSince } from './received-since.ts'
export { settleTransfers, type WaitingTransfer, waitingTransfers } from './release-transfers.ts'
