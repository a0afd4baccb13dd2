import type { VaultIndex } from '@dr/protocol/token-table'
import type { Address } from 'viem'
import type { PreparedTransfer } from './types.ts'

/** The user's input, which is all that the wallet is asked to sign. */
export interface TransferRequest {
  /** Lower case. */
  readonly to: Address
  readonly account: VaultIndex
  readonly token: PreparedTransfer['token']
  readonly amount: bigint
}

/** Whether an answer has the entered receiver, account, token and amount; otherwise it is not signed. */
export const matchesRequest = (
  request: TransferRequest,
  order: Pick<PreparedTransfer, 'to' | 'account' | 'token' | 'amount'>,
): boolean =>
  order.to === request.to &&
  order.account === request.account &&
  order.token === request.token &&
  /^\d+$/.test(order.amount) &&
  BigInt(order.amount) === request.amount
