/** Front door of transfers: money from one user's account to another's, within one vault (PRODUCT.md 10 and 15). */
export { createTransfersModule, type TransfersModule } from './create-transfers-module.ts'
export { type WaitingTransfer, waitingTransfers } from './release-transfers.ts'
