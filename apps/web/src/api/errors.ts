import { ERRORS, type ErrorName, LOGOUT_CODES, SILENT_CODE } from '@dr/protocol/errors'

/**
 * server: an answer in the protocol's form. transport: no such answer (offline, a proxy's page, a broken
 * body). timeout: no answer in time (60 s, or patience.ts). unexpected: code 0, but not in the protocol's
 * form.
 */
export type ApiErrorKind = 'server' | 'transport' | 'timeout' | 'unexpected'

interface ApiErrorInput {
  readonly kind: ApiErrorKind
  /** The protocol's code; 0 if none could be read. */
  readonly code: number
  /** HTTP status; 0 without any answer. */
  readonly status: number
  readonly message: string
  readonly data?: unknown
  readonly cause?: unknown
}

/** Error of a call; `i18n/error-text.ts` has its text. */
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

  /** 10013 shows no toast (requirement §7). */
  get silent(): boolean {
    return this.code === SILENT_CODE
  }

  /** 10003, 1007 and HTTP 401 end the session (requirement §4). */
  get endsSession(): boolean {
    return this.status === 401 || LOGOUT_CODES.some((code) => code === this.code)
  }

  /** Whether a repetition may help: the server decided nothing. */
  get retryable(): boolean {
    if (this.kind === 'transport' || this.kind === 'timeout') return true
    return this.kind === 'server' && this.status >= 500 && this.code !== ERRORS.WITHDRAWALS_STOPPED.code
  }
}

export const isApiError = (error: unknown, name?: ErrorName): error is ApiError =>
  error instanceof ApiError && (name === undefined || error.code === ERRORS[name].code)
