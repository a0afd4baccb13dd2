/** Protocol between API and signing process. */

export const SIGNER_PATHS = { addresses: '/v1/addresses', caps: '/v1/caps', sign: '/v1/sign' } as const
/** Maximum number of vouchers in a request. */
export const SIGN_BATCH_MAX = 64
/** Maximum length of the record kept with a voucher: its receipt names up to a hundred machines. */
export const ORDER_TEXT_MAX = 32_768
/** An activation of a hundred machines is about 9 kB, and the record of its order as much again. */
export const SIGN_BODY_MAX_BYTES = 2_097_152
