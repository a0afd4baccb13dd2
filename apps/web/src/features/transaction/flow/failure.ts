import { ApiError, type ApiErrorKind } from '../../../api/errors.ts'
import { findRevert, type Revert } from '../../../chain/calls/decode-failure.ts'
import type { Lack } from '../../../chain/shortage/shortage.rules.ts'
import type { Mismatch } from '../../../chain/vouchers/mismatches.ts'
import { WalletUnfit } from '../../../chain/wallet/wallet-client.ts'
import { WalletBusy } from '../../../chain/wallet/wallet-lock.ts'

/** Every way a transaction can end badly, with what its words need. Amounts in base units. */
export type Failure =
  /** The server refused. */
  | { readonly code: 'api'; readonly error: ApiError }
  /** The server's voucher is not what it claims to be: caught before anything was signed. */
  | { readonly code: 'mismatch'; readonly mismatches: readonly Mismatch[] }
  | {
      readonly code: 'balance'
      readonly token: string
      readonly have: bigint
      readonly need: bigint
      /** Without swaps, of each token. */
      readonly plain?: readonly Lack[]
    }
  | { readonly code: 'gas'; readonly have: bigint; readonly need: bigint }
  /** The contract refuses, in the simulation or in a block. */
  | { readonly code: 'revert'; readonly revert: Revert }
  | { readonly code: 'wallet-gone' }
  | { readonly code: 'wallet-changed' }
  | { readonly code: 'wrong-network' }
  /** The user waited for the wallet no longer; it may still answer. */
  | { readonly code: 'wallet-silent' }
  /** The user waited for an approval's block, or its co-signers, no longer. */
  | { readonly code: 'approval-pending' }
  /** The wallet says that the batch will never be on the chain. */
  | { readonly code: 'batch-failed' }
  /** The wallet did not send it, and it was no "no". */
  | { readonly code: 'wallet-failed'; readonly message: string }
  | { readonly code: 'approval-failed'; readonly token: string }
  | {
      readonly code: 'approval-too-low'
      readonly token: string
      readonly have: bigint
      readonly need: bigint
    }
  /** Replaced in the wallet by something else. */
  | { readonly code: 'cancelled' }
  /** Another voucher of this account used the nonce; this one is worth nothing any more. */
  | { readonly code: 'superseded' }
  /** Its deadline passed without being mined. */
  | { readonly code: 'expired' }
  /** Electricity past the end of a machine's life, which the contract would take all the same. */
  | { readonly code: 'life-over' }
  | { readonly code: 'signer-revoked' }
  /** Another transaction of this account on this contract is still waiting. */
  | { readonly code: 'busy'; readonly orderId: string }
  | { readonly code: 'other-tab' }
  | { readonly code: 'no-answer' }
  /** The device has no network, so neither server nor chain can answer. */
  | { readonly code: 'offline' }

/** Thrown inside the flow to end it with words of its own. */
export class FlowFailure extends Error {
  override readonly name = 'FlowFailure'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

const NO_ANSWER_KINDS: readonly ApiErrorKind[] = ['transport', 'timeout']

/**
 * No answer came, from the server or from a node: because of this device's network, when that is known to be
 * off.
 */
export const failureWhile = (online: boolean, error: unknown): Failure => {
  const failure = failureOf(error)
  const unanswered =
    failure.code === 'no-answer' || (failure.code === 'api' && NO_ANSWER_KINDS.includes(failure.error.kind))
  return unanswered && !online ? { code: 'offline' } : failure
}

/** What any error means here; chain errors that are no reverts mean that no node answered. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof FlowFailure) return error.failure
  if (error instanceof ApiError) return { code: 'api', error }
  if (error instanceof WalletUnfit) return { code: error.problem }
  if (error instanceof WalletBusy) return { code: 'other-tab' }
  const revert = findRevert(error)
  return revert === null ? { code: 'no-answer' } : { code: 'revert', revert }
}
