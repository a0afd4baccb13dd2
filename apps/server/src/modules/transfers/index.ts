/** Front door of transfers: money from one user's account to another's, within one vault (PRODUCT.md 10 and 15). */
export { createTransfersModule } from './create-transfers-module.ts'
export { TRANSFERS_JOURNALS } from './journals.ts'
export { settleTransfers, type WaitingTransfer, waitingTransfers } from './release-transfers.ts'
