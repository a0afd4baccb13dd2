import type { VaultIndex } from '@dr/protocol/token-table'
import type { Address } from 'viem'
import type { PreparedTransfer } from './types.ts'

/** What was entered, and nothing else, is what the wallet is asked to sign. */
export interface AskedTransfer {
  /** Lower case. */
  readonly to: Address
  readonly account: VaultIndex
  readonly token: PreparedTransfer['token']
  readonly amount: bigint
}

/** An answer that names another receiver, account, token or amount than was entered is not signed. */
export const answersWhatWasAsked = (
  asked: AskedTransfer,
  order: Pick<PreparedTransfer, 'to' | 'account' | 'token' | 'amount'>,
): boolean =>
  order.to === asked.to &&
  order.account === asked.account &&
  order.token === asked.token &&
  /^\d+$/.test(order.amount) &&
  BigInt(order.amount) === asked.amount
