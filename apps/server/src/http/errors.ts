/** Turns anything thrown into the error envelope. A stack is never sent to a client. */
import { ERROR_MESSAGES } from '@dr/protocol/error-messages'
import type { ErrorName } from '@dr/protocol/errors'
import type { FastifyError } from 'fastify'
import { AppError, type ErrorDetails } from '../platform/app-error.ts'
import { isRetryable } from '../platform/errors.ts'

const PAYLOAD_TOO_LARGE = 413
const UNSUPPORTED_MEDIA_TYPE = 415
const UNAVAILABLE = 503
/** A database that restarts, an endpoint that is away: usually back by then. */
const RETRY_AFTER_SECONDS = 5

export interface ErrorAnswer {
  readonly error: ErrorName
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data?: ErrorDetails
  /** Unexpected errors are logged with their stack. */
  readonly unexpected: boolean
  /** It may pass by itself: when to come again. */
  readonly retryAfterSeconds?: number
}

const badParameter = (status: number, path: string, problem: string): ErrorAnswer => ({
  ...answerOfAppError(new AppError('BAD_PARAMETER', { details: { path, problem } })),
  status,
})

/** As JSON can say it: whole numbers in full. */
const plain = (details: ErrorDetails): ErrorDetails =>
  JSON.parse(
    JSON.stringify(details, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as ErrorDetails

const answerOfAppError = (error: AppError): ErrorAnswer => ({
  error: error.error,
  status: error.status,
  code: error.code,
  message: ERROR_MESSAGES[error.error],
  ...(error.details ? { data: plain(error.details) } : {}),
  unexpected: error.status === 500,
})

/**
 * What Fastify itself refuses before a handler runs. All of them are 10002; a body above 64 KiB keeps HTTP
 * 413, one that is not JSON keeps 415, since these say more to proxies and people.
 */
const answerOfFastify = (error: FastifyError): ErrorAnswer | undefined => {
  if (!error.code?.startsWith('FST_ERR')) return undefined
  const { statusCode = 500 } = error
  if (statusCode === PAYLOAD_TOO_LARGE) return badParameter(statusCode, 'body', 'larger than 64 KiB')
  if (statusCode === UNSUPPORTED_MEDIA_TYPE) {
    return badParameter(statusCode, 'headers.content-type', 'only application/json is read')
  }
  return statusCode >= 400 && statusCode < 500 ? badParameter(statusCode, 'request', error.code) : undefined
}

export const answerOf = (error: unknown, requestId: string): ErrorAnswer => {
  if (error instanceof AppError) return answerOfAppError(error)
  const refused = answerOfFastify(error as FastifyError)
  if (refused) return refused
  const internal = answerOfAppError(new AppError('INTERNAL', { details: { requestId } }))
  if (!isRetryable(error)) return internal
  return { ...internal, status: UNAVAILABLE, retryAfterSeconds: RETRY_AFTER_SECONDS }
}
