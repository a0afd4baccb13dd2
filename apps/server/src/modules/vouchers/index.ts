/** Public API of vouchers: the only module that signs (ARCHITECTURE.md). */

export { PRICE_REUSE_BPS } from './issue/reuse.rules.ts'
export { createVouchersModule, type VouchersModule } from './module.ts'
export { LEDGER_LAG_MAX_SECONDS, type QuoteBase } from './open-quote.ts'
export { isOfKind, type Order, type OrderKind, type OrderOf, voucherAnswer } from './order.ts'
export {
  readBalances,
  requireBalances,
  requireWalletCanPay,
} from './require-wallet-can-pay.ts'
export { isOfEndedOrder, isWithoutOrder, type ReleaseHook, type VoucherEvent } from './resolve-orders.ts'
export { restoreOrder } from './restore-order.ts'
export { createSigner } from './signing/create-signer.ts'
export type { VoucherSigner } from './signing/voucher-signer.ts'
export { readSignedOrders, type SignedOrder } from './signing-process/signed-orders.ts'
export { isIssued } from './store.ts'
