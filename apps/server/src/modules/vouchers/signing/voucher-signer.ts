/**
 * Interface of signers. There are two: the keys of files in this process (`file-signer.ts`), and a separate
 * process that holds them (`process-signer.ts`, ADR 0050). A third, such as a KMS, has to pass
 * `voucher-signer.test.ts`.
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
  /** The complete voucher: a signer with its own rules never gets a bare digest. */
  readonly voucher: UnsignedVoucher
  /** Digest of `voucher`, which is signed. */
  readonly digest: LowerHex
  /** Address of the signing key that the contract accepts, lower case. */
  readonly address: LowerHex
  /** Record of the order (`order-record.ts`), which a signer with a journal keeps there. */
  readonly order?: string
}

export interface VoucherSigner {
  /**
   * Addresses of the keys that can sign, lower case: at most two, during a key rotation. Rejects with
   * SignerUnavailableError while they cannot be asked for.
   */
  addresses(): Promise<readonly LowerHex[]>
  /**
   * An outcome for each request, in their order: r, s (low) and v (27 or 28) of the key of its `address`,
   * verified before it is returned. Refusals are per request: SignerRefusedError, NoSignerKeyError;
   * SignerUnavailableError within `SIGN_TIMEOUT_MS`. It may sign the same voucher again.
   */
  sign(requests: readonly SignRequest[]): Promise<Settled<Hex>[]>
  /** Whether `signature` over `digest` is by `address`, which may be of a former key. */
  isBy(signed: { readonly digest: LowerHex; readonly signature: Hex }, address: LowerHex): Promise<boolean>
}

/** Maximum time of a request for addresses or signatures, in milliseconds: a quote waits for it. */
export const SIGN_TIMEOUT_MS = 2_000

/** A signature does not verify against the requested address: it must not be returned. */
export class SignatureMismatchError extends FatalError {}

/** A voucher was requested of a process of another role, or a signature of an unknown key. */
export class NoSignerKeyError extends FatalError {}

/** The signer cannot be reached, or has not answered in time. */
export class SignerUnavailableError extends RetryableError {}

/** The signer's own rules refuse this voucher. */
export class SignerRefusedError extends FatalError {
  /** See `REFUSALS` in `policy.rules.ts`. */
  readonly reason: string

  constructor(reason: string, detail: string) {
    super(`the signer refused a voucher: ${detail}`)
    this.reason = reason
  }
}

/** Maps a signer's failure to the API's error; other errors are returned unchanged. */
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

/** Signer of a process without a key, which books vouchers' events but signs none. */
export const NO_SIGNER: VoucherSigner = {
  addresses: async () => refuse(),
  sign: async () => refuse(),
  isBy: async () => refuse(),
}
