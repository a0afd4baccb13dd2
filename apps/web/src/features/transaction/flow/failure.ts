import { TOKENS } from '@dr/protocol/tokens'
import { ApiError, type ApiErrorKind, isApiError } from '../../../api/errors.ts'
import { findRevert, type Revert } from '../../../chain/calls/decode-failure.ts'
import type { Lack, Missing } from '../../../chain/shortage/shortage.rules.ts'
import type { Mismatch } from '../../../chain/vouchers/mismatches.ts'
import { WalletUnfit } from '../../../chain/wallet/wallet-client.ts'
import { WalletBusy } from '../../../chain/wallet/wallet-lock.ts'

/** Every way a transaction can end badly, with what its words need. Amounts in base units. */
export type Failure =
  /** The server refused. */
  | { readonly code: 'api'; readonly error: ApiError }
  /** The server's voucher differs from the request or the chain; found before anything was signed. */
  | { readonly code: 'mismatch'; readonly mismatches: readonly Mismatch[] }
  | ({ readonly code: 'balance' } & Lack & Partial<Missing>)
  | { readonly code: 'gas'; readonly have: bigint; readonly need: bigint }
  /** The contract refuses, in the simulation or in a block. */
  | { readonly code: 'revert'; readonly revert: Revert }
  | { readonly code: 'wallet-gone' }
  | { readonly code: 'wallet-changed' }
  | { readonly code: 'wrong-network' }
  /** The user stopped waiting for the wallet; it may still answer. */
  | { readonly code: 'wallet-silent' }
  /** The user stopped waiting for an approval's block or its co-signers. */
  | { readonly code: 'approval-pending' }
  /** The wallet reports that the batch will never be on the chain. */
  | { readonly code: 'batch-failed' }
  /** The wallet reports that the batch is on the chain; none of its calls is. */
  | { readonly code: 'batch-unseen' }
  /** The wallet reports that the call was not signed. */
  | { readonly code: 'refused' }
  /** The wallet did not send the call; the user did not reject it. */
  | { readonly code: 'wallet-failed'; readonly message: string }
  | { readonly code: 'approval-failed'; readonly token: string }
  /** The wallet sent another transaction instead of the requested approval. */
  | { readonly code: 'approval-other' }
  | {
      readonly code: 'approval-too-low'
      readonly token: string
      readonly have: bigint
      readonly need: bigint
    }
  /** Replaced by another transaction in the wallet. */
  | { readonly code: 'cancelled' }
  /** Another voucher of this account used the nonce, so this one cannot be used. */
  | { readonly code: 'superseded' }
  /** The deadline passed before the call was mined. */
  | { readonly code: 'expired' }
  /** Electricity would be paid past the end of a machine's life; the contract would accept it. */
  | { readonly code: 'life-over' }
  | { readonly code: 'signer-revoked' }
  /** Another transaction of this account on this contract is pending. */
  | { readonly code: 'busy'; readonly orderId: string }
  | { readonly code: 'other-tab' }
  | { readonly code: 'no-answer' }
  /** The device has no network, so neither server nor chain can answer. */
  | { readonly code: 'offline' }

/** Thrown inside the flow to end it with a specific failure. */
export class FlowFailure extends Error {
  override readonly name = 'FlowFailure'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

const NO_ANSWER_KINDS: readonly ApiErrorKind[] = ['transport', 'timeout']

/** Failure of an error while the device is `online` or not: no answer without a network is `offline`. */
export const failureWhile = (online: boolean, error: unknown): Failure => {
  const failure = failureOf(error)
  const unanswered =
    failure.code === 'no-answer' || (failure.code === 'api' && NO_ANSWER_KINDS.includes(failure.error.kind))
  return unanswered && !online ? { code: 'offline' } : failure
}

/** Failure of any thrown error. A chain error that is not a revert means that no node answered. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof FlowFailure) return error.failure
  if (error instanceof ApiError) return { code: 'api', error }
  if (error instanceof WalletUnfit) return { code: error.problem }
  if (error instanceof WalletBusy) return { code: 'other-tab' }
  const revert = findRevert(error)
  return revert === null ? { code: 'no-answer' } : { code: 'revert', revert }
}

const DIGITS = /^\d+$/
const isToken = (name: unknown): name is Lack['token'] =>
  name === 'BNB' || TOKENS.some((token) => token === name)

const missingOf = ({ token, have, need, plain }: Lack & Partial<Missing>): Missing => ({
  token,
  have,
  need,
  plain: plain ?? [{ token, have, need }],
})

/**
 * Token that the wallet lacks, if that is the reason: by the app's own check, or by the server's 20004.
 * Base units.
 */
export const shortfallOf = (failure: Failure): Missing | null => {
  if (failure.code === 'balance') return missingOf(failure)
  if (failure.code === 'gas') return missingOf({ token: 'BNB', have: failure.have, need: failure.need })
  if (failure.code !== 'api' || !isApiError(failure.error, 'WALLET_BALANCE_TOO_LOW')) return null
  const { data } = failure.error
  const { token, available, needed } = (data ?? {}) as Readonly<Record<string, unknown>>
  if (!isToken(token) || typeof available !== 'string' || typeof needed !== 'string') return null
  if (!DIGITS.test(available) || !DIGITS.test(needed)) return null
  return missingOf({ token, have: BigInt(available), need: BigInt(needed) })
}
