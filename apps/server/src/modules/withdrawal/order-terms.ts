import type { VaultIndex } from '@dr/protocol/token-table'
import type { OrderOf } from '../vouchers/index.ts'
import type { WithdrawalToken } from './withdrawal.rules.ts'

export type WithdrawalOrder = OrderOf<'withdraw-dr' | 'withdraw-usdt'>

/** The terms of a withdrawal's order, base units. */
export interface OrderTerms {
  readonly vault: VaultIndex
  readonly token: WithdrawalToken
  readonly amount: bigint
  /** DR: exactly, or, of a withdrawal of USDT, at most. */
  readonly burnAmount: bigint
  /** The part that leaves without burn, fixed at the quote. */
  readonly burnFree: bigint
}

/** Reads back what `create-withdrawal.ts` keeps with the order. */
export const termsOf = ({ details }: WithdrawalOrder): OrderTerms => ({
  vault: details.vault,
  token: details.token,
  amount: BigInt(details.amount),
  burnAmount: BigInt(details.burnAmount),
  burnFree: BigInt(details.burnFree),
})
