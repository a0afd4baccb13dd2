/**
 * Every error of the API (requirement §8, docs/product.md 14), the source of the server's `AppError`, the
 * OpenAPI document, the app's messages (`error.<code>` in every language) and the spec map. HTTP 401 is
 * only for 1007, 10003, 10010 and 10011, since it ends the client's session.
 */
export const ERRORS = {
  SESSION_REVOKED: { code: 1007, status: 401 },
  SIGN_IN_SIGNATURE_INVALID: { code: 1009, status: 400 },
  INVITER_NOT_A_USER: { code: 1010, status: 404 },
  EMAIL_CODE_INVALID: { code: 1011, status: 400 },
  PLEASE_LOG_IN: { code: 1012, status: 403 },
  OLD_PASSWORD_WRONG: { code: 1013, status: 400 },
  PAYMENT_PASSWORD_NOT_SET: { code: 1014, status: 409 },
  LEDGER_BALANCE_TOO_LOW: { code: 1015, status: 409 },
  NOT_A_WHOLE_NUMBER: { code: 1016, status: 400 },
  WITHDRAWALS_STOPPED: { code: 1017, status: 503 },
  BELOW_PACKAGE_MINIMUM: { code: 1018, status: 400 },
  ADDRESS_ALREADY_REGISTERED: { code: 1020, status: 409 },
  FEATURE_OFF: { code: 1023, status: 403 },
  DRAW_UNDER_WAY: { code: 1028, status: 409 },
  NOTHING_TO_REINVEST: { code: 1039, status: 409 },
  OUTSIDE_OPENING_HOURS: { code: 1040, status: 409 },
  BELOW_REINVEST_MINIMUM: { code: 1041, status: 400 },
  WITHDRAWAL_LIMIT_REACHED: { code: 1042, status: 409 },
  PACKAGE_NOT_FOUND: { code: 1043, status: 404 },
  INCOME_TYPE_MISSING: { code: 1044, status: 400 },
  INTERNAL: { code: 10001, status: 500 },
  BAD_PARAMETER: { code: 10002, status: 400 },
  UNAUTHORIZED: { code: 10003, status: 401 },
  FORBIDDEN: { code: 10004, status: 403 },
  SIGNATURE_INVALID: { code: 10007, status: 400 },
  INVITE_CODE_UNKNOWN: { code: 10008, status: 404 },
  SESSION_EXPIRED: { code: 10010, status: 401 },
  SESSION_OF_ANOTHER_ADDRESS: { code: 10011, status: 401 },
  USER_UNKNOWN: { code: 10013, status: 404 },
  USER_NOT_ACTIVATED: { code: 10014, status: 403 },
  MACHINE_NOT_OWNED: { code: 20002, status: 403 },
  MACHINE_ALREADY_ACTIVATED: { code: 20003, status: 409 },
  WALLET_BALANCE_TOO_LOW: { code: 20004, status: 409 },
  POD_POWER_TOO_LOW: { code: 20005, status: 409 },
  INVITER_UNFIT: { code: 20006, status: 409 },
  INVITER_CHECK_FAILED: { code: 20007, status: 503 },
  PRODUCT_NOT_FOUND: { code: 20008, status: 404 },
  OUT_OF_STOCK: { code: 20009, status: 409 },
  PACKAGE_FULL: { code: 30001, status: 409 },
  NO_PRICE: { code: 30002, status: 503 },
  TOO_MANY_REQUESTS: { code: 30003, status: 429 },
  REPLAYED_OR_STALE: { code: 30004, status: 400 },
  UNKNOWN_ENCRYPTION_KEY: { code: 30005, status: 400 },
  NOT_COLLECTABLE_YET: { code: 30006, status: 409 },
  ACCOUNT_BLOCKED: { code: 30007, status: 403 },
} as const satisfies Record<string, { readonly code: number; readonly status: number }>

export type ErrorName = keyof typeof ERRORS
export type ErrorCode = (typeof ERRORS)[ErrorName]['code']

/** Codes that end the session (requirement §4), in addition to HTTP 401. */
export const LOGOUT_CODES = [10003, 1007] as const satisfies readonly ErrorCode[]

/** Code without a toast (requirement §7). */
export const SILENT_CODE = 10013 satisfies ErrorCode

const NAME_BY_CODE: ReadonlyMap<number, ErrorName> = new Map(
  (Object.keys(ERRORS) as ErrorName[]).map((name) => [ERRORS[name].code, name]),
)

export const errorNameOf = (code: number): ErrorName | undefined => NAME_BY_CODE.get(code)
