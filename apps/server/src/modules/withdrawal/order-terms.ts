import type { Vault } from '../ledger/index.ts'
import type { Order } from '../vouchers/index.ts'
import type { WithdrawalToken } from './withdrawal.rules.ts'

/** What a withdrawal's order is for, base units. */
export interface OrderTerms {
  readonly account: Vault
  readonly token: WithdrawalToken
  readonly amount: bigint
  /** DR: exactly, or, of a withdrawal of USDT, at most. */
  readonly burnAmount: bigint
  /** The part that leaves without burn, fixed at the quote. */
  readonly burnFree: bigint
}

/** Reads back what `create-withdrawal.ts` keeps with the order. */
export const termsOf = ({ details }: Order): OrderTerms => ({
  account: Number(details.account) as Vault,
  token: details.token as WithdrawalToken,
  amount: BigInt(String(details.amount)),
  burnAmount: BigInt(String(details.burnAmount)),
  burnFree: BigInt(String(details.burnFree)),
})
