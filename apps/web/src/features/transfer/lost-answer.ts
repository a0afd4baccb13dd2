import { ERRORS } from '@dr/protocol/errors'
import { ApiError } from '../../api/errors.ts'

/**
 * Whether a transfer that was sent may have been done although it failed here: no answer came, or one that
 * cannot be read; or the server broke off. And whether it finds no open order (10007) after such a one: the
 * first may have used it.
 */
export const mayBeDone = (error: unknown, sentBefore: boolean): boolean => {
  if (!(error instanceof ApiError)) return false
  if (error.kind !== 'server' || error.status >= 500) return true
  return sentBefore && error.code === ERRORS.SIGNATURE_INVALID.code
}
