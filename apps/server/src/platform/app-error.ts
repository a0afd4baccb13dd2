import { ERRORS, type ErrorCode, type ErrorName } from '@dr/protocol/errors'
import { PlatformError } from './errors.ts'

/** Details that may be shown to the caller (`data` of the error envelope). */
export type ErrorDetails = Readonly<Record<string, unknown>>

/**
 * A refusal by a rule of the product, named in the error table (docs/product.md 14). `throw new
 * AppError('MACHINE_NOT_OWNED', { details: { machineId } })`
 */
export class AppError extends PlatformError {
  readonly retryable = false
  readonly error: ErrorName
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails | undefined

  constructor(error: ErrorName, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(error, 'cause' in options ? { cause: options.cause } : undefined)
    this.error = error
    this.code = ERRORS[error].code
    this.status = ERRORS[error].status
    this.details = options.details
  }
}
