/** Protocol between API and signing process. */

export const SIGNER_PATHS = { addresses: '/v1/addresses', caps: '/v1/caps', sign: '/v1/sign' } as const
/** Maximum number of vouchers in a request. */
export const SIGN_BATCH_MAX = 64
/** An activation of a hundred machines is about 9 kB. */
export const SIGN_BODY_MAX_BYTES = 1_048_576
