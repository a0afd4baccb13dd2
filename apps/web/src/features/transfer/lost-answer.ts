import { ERRORS } from '@dr/protocol/errors'
import { ApiError } from '../../api/errors.ts'

/**
 * Whether a transfer that failed here may have been done: no answer, an unreadable one, or a server error.
 * Also if it finds no open order (10007) after such a failure, since the first attempt may have used it.
 */
export const mayBeDone = (error: unknown, sentBefore: boolean): boolean => {
  if (!(error instanceof ApiError)) return false
  if (error.kind !== 'server' || error.status >= 500) return true
  return sentBefore && error.code === ERRORS.SIGNATURE_INVALID.code
}
