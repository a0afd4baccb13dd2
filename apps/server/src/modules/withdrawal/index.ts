/** Withdrawals' front door: the hold, the voucher, and what became of them (PRODUCT.md 4). */
export { createWithdrawalModule, type WithdrawalModule } from './create-withdrawal-module.ts'
export { WITHDRAWAL_JOURNALS } from './journals.ts'
export { isCovered, type ReadReserves, type VaultReserve } from './reserves.ts'
export { utcDayOf } from './withdrawal.rules.ts'
