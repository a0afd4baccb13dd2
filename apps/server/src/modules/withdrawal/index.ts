/** Public API of withdrawals: the hold, the voucher, and their outcome (docs/product.md 4). */

export { WITHDRAWAL_JOURNALS } from './journals.ts'
export { createWithdrawalModule, type WithdrawalModule } from './module.ts'
export { createReserveReader, isCovered, type ReadReserves, type VaultReserve } from './reserves.ts'
export { restoreWithdrawal } from './restore-withdrawal.ts'
