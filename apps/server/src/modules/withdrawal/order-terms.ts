import type { VaultIndex } from '@dr/protocol/token-table'
import type { OrderOf } from '../vouchers/index.ts'
import type { WithdrawalToken } from './withdrawal.rules.ts'

export type WithdrawalOrder = OrderOf<'withdraw-dr' | 'withdraw-usdt'>

/** The terms of a withdrawal's order, base units. */
export interface OrderTerms {
  readonly vault: VaultIndex
  readonly token: WithdrawalToken
  readonly amount: bigint
  /** DR burned: the exact amount; for a withdrawal of USDT, the maximum. */
  readonly burnAmount: bigint
  /** The part that leaves without burn, fixed at the quote. */
  readonly burnFree: bigint
}

/** Decodes the details that `create-withdrawal.ts` stores with the order. */
export const termsOf = ({ details }: WithdrawalOrder): OrderTerms => ({
  vault: details.vault,
  token: details.token,
  amount: BigInt(details.amount),
  burnAmount: BigInt(details.burnAmount),
  burnFree: BigInt(details.burnFree),
})
