/** What API and signing process agree on. */

export const SIGNER_PATHS = { addresses: '/v1/addresses', caps: '/v1/caps', sign: '/v1/sign' } as const
/** Vouchers of one request. */
export const SIGN_BATCH_MAX = 64
/** An activation of a hundred machines is some 9 kB. */
export const SIGN_BODY_MAX_BYTES = 1_048_576
