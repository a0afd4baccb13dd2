import { ERRORS, type ErrorName, LOGOUT_CODES, SILENT_CODE } from '@dr/protocol/errors'

/**
 * server: an answer in the protocol's form. transport: no such answer came (offline, a proxy's page, a broken
 * body). timeout: none came in time (60 s, or patience.ts). unexpected: code 0, but not the form the protocol
 * promises.
 */
export type ApiErrorKind = 'server' | 'transport' | 'timeout' | 'unexpected'

interface ApiErrorInput {
  readonly kind: ApiErrorKind
  /** The protocol's code; 0 when none could be read. */
  readonly code: number
  /** HTTP status; 0 when there was no answer at all. */
  readonly status: number
  readonly message: string
  readonly data?: unknown
  readonly cause?: unknown
}

/** Whatever went wrong with a call, typed; `i18n/error-text.ts` says it to people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly code: number
  readonly status: number
  readonly data: unknown

  constructor({ kind, code, status, message, data, cause }: ApiErrorInput) {
    super(message, { cause })
    this.kind = kind
    this.code = code
    this.status = status
    this.data = data
  }

  /** 10013 passes without a toast (requirement §7). */
  get silent(): boolean {
    return this.code === SILENT_CODE
  }

  /** 10003, 1007 and HTTP 401 end the session (requirement §4). */
  get endsSession(): boolean {
    return this.status === 401 || LOGOUT_CODES.some((code) => code === this.code)
  }

  /** Asking the same again may help: nothing was decided. */
  get retryable(): boolean {
    if (this.kind === 'transport' || this.kind === 'timeout') return true
    return this.kind === 'server' && this.status >= 500 && this.code !== ERRORS.WITHDRAWALS_STOPPED.code
  }
}

export const isApiError = (error: unknown, name?: ErrorName): error is ApiError =>
  error instanceof ApiError && (name === undefined || error.code === ERRORS[name].code)
