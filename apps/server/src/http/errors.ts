/** Converts all thrown values to the error envelope. A stack is never sent to a client. */
import { ERROR_MESSAGES } from '@dr/protocol/error-messages'
import type { ErrorName } from '@dr/protocol/errors'
import type { FastifyError } from 'fastify'
import { AppError, type ErrorDetails } from '../platform/app-error.ts'
import { isRetryable } from '../platform/errors.ts'

const FORBIDDEN = 403
const NOT_FOUND = 404
const PAYLOAD_TOO_LARGE = 413
const UNSUPPORTED_MEDIA_TYPE = 415
const UNAVAILABLE = 503
/** Usual time until a restarting database or an unavailable endpoint is back. */
const RETRY_AFTER_SECONDS = 5

const NOTHING_HERE = 'there is nothing here'

export interface ErrorAnswer {
  readonly error: ErrorName
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data?: ErrorDetails
  /** Unexpected errors are logged with their stack. */
  readonly unexpected: boolean
  /** Set if the error may be temporary. */
  readonly retryAfterSeconds?: number
}

const badParameter = (status: number, path: string, problem: string): ErrorAnswer => ({
  ...answerOfAppError(new AppError('BAD_PARAMETER', { details: { path, problem } })),
  status,
})

/** Converted for JSON, with bigints as strings. */
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
 * Converts errors of status 4xx that Fastify or one of its plug-ins throws, before a handler runs or instead
 * of a file: all are 10002. A body above 64 KiB keeps 413, one that is not JSON 415, an unsatisfiable range
 * 416, since these tell proxies and people more; a path that the files' plug-in forbids (`//`, `/%00`) is a
 * 404.
 */
const answerOfFastify = ({ statusCode = 500, code = 'refused' }: FastifyError): ErrorAnswer | undefined => {
  if (statusCode < 400 || statusCode >= 500) return undefined
  if (statusCode === PAYLOAD_TOO_LARGE) return badParameter(statusCode, 'body', 'larger than 64 KiB')
  if (statusCode === UNSUPPORTED_MEDIA_TYPE) {
    return badParameter(statusCode, 'headers.content-type', 'only application/json is read')
  }
  if (statusCode === FORBIDDEN) return notFound()
  return badParameter(statusCode, 'request', code)
}

/** Response for a path without a route. */
export const notFound = (): ErrorAnswer => badParameter(NOT_FOUND, 'path', NOTHING_HERE)

export const answerOf = (error: unknown, requestId: string): ErrorAnswer => {
  if (error instanceof AppError) return answerOfAppError(error)
  const refused = error instanceof Error ? answerOfFastify(error as FastifyError) : undefined
  if (refused) return refused
  const internal = answerOfAppError(new AppError('INTERNAL', { details: { requestId } }))
  if (!isRetryable(error)) return internal
  return { ...internal, status: UNAVAILABLE, retryAfterSeconds: RETRY_AFTER_SECONDS }
}
