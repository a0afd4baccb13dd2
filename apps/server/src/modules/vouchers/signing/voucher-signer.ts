/**
 * Who signs vouchers, as the rest of the module sees it. There are two: the keys of files in this process
 * (`file-signer.ts`), and a process of its own that holds them (`process-signer.ts`, ADR 0050). A third, a
 * KMS, has to pass `voucher-signer.test.ts`.
 */

import type { VoucherKind } from '@dr/protocol/vouchers'
import type { Hex } from 'viem'
import { AppError } from '../../../platform/app-error.ts'
import type { Settled } from '../../../platform/batcher.ts'
import { FatalError, RetryableError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UnsignedVoucher } from '../issue/digest.ts'
import { stoppedError } from '../kinds.ts'

export interface SignRequest {
  /** All that is signed: a signer with rules of its own is never handed a bare digest. */
  readonly voucher: UnsignedVoucher
  /** Of `voucher`; the signature is over it. */
  readonly digest: LowerHex
  /** Whose key signs it, lower case: what the contract names. */
  readonly address: LowerHex
}

export interface VoucherSigner {
  /**
   * Addresses of the keys that can sign, lower case: at most two, during a key rotation. Rejects with
   * SignerUnavailableError while they cannot be asked for.
   */
  addresses(): Promise<readonly LowerHex[]>
  /**
   * An outcome for each request, in their order: r, s (low) and v (27 or 28) of the key of its `address`,
   * verified before it is handed out. Refusals are per request: SignerRefusedError, NoSignerKeyError;
   * SignerUnavailableError within `SIGN_TIMEOUT_MS`. Asked again for the same voucher it may sign it again.
   */
  sign(requests: readonly SignRequest[]): Promise<Settled<Hex>[]>
  /** Whether `signature` over `digest` is by `address`: it may be of a key that was here before. */
  isBy(signed: { readonly digest: LowerHex; readonly signature: Hex }, address: LowerHex): Promise<boolean>
}

/** What asking for addresses or signatures takes at most, milliseconds: a quote waits for it. */
export const SIGN_TIMEOUT_MS = 2_000

/** A signature does not verify against the address it was asked of: nothing may be handed out. */
export class SignatureMismatchError extends FatalError {}

/** A process of another role was asked for a voucher, or for a signature of a key that is not here. */
export class NoSignerKeyError extends FatalError {}

/** The signer cannot be reached, or has not answered in time. */
export class SignerUnavailableError extends RetryableError {}

/** The signer's own rules do not allow this voucher. */
export class SignerRefusedError extends FatalError {
  /** See `REFUSALS` in `policy.rules.ts`. */
  readonly reason: string

  constructor(reason: string, detail: string) {
    super(`the signer refused a voucher: ${detail}`)
    this.reason = reason
  }
}

/** The same failure as callers of the API see it; what is no matter of the signer stays as it is. */
export const signingRefusal = (kind: VoucherKind, error: unknown): unknown => {
  if (error instanceof SignerUnavailableError) {
    return new AppError(stoppedError(kind), { details: { reason: 'signer-unavailable' }, cause: error })
  }
  if (!(error instanceof SignerRefusedError)) return error
  if (error.reason === 'rate') {
    return new AppError('TOO_MANY_REQUESTS', { details: { reason: 'signer-rate' }, cause: error })
  }
  return new AppError(stoppedError(kind), { details: { reason: 'signer-refused' }, cause: error })
}

const refuse = (): never => {
  throw new NoSignerKeyError("this process has no signer's key: vouchers are the API's")
}

/** Of a process without the key: it books what vouchers did, and signs none. */
export const NO_SIGNER: VoucherSigner = {
  addresses: async () => refuse(),
  sign: async () => refuse(),
  isBy: async () => refuse(),
}
