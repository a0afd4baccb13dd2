import { ERRORS } from '@dr/protocol/errors'
import { errorText } from './error-text.ts'
import { translate } from './translate.ts'
import { waitText } from './wait-text.ts'

interface Details {
  readonly reason?: unknown
  readonly path?: unknown
  readonly triesLeft?: unknown
  readonly retryAfterSeconds?: unknown
  readonly until?: unknown
}

const readError = (error: unknown): { readonly code: unknown; readonly details: Details } => {
  const { code, data } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown
    readonly data?: Details
  }
  return { code, details: typeof data === 'object' && data !== null ? data : {} }
}

const tooMany = (error: unknown, { reason, retryAfterSeconds }: Details): string | null => {
  if (typeof retryAfterSeconds !== 'number') return errorText(error)
  const wait = waitText(retryAfterSeconds)
  if (reason === 'payment-password') return translate('security.password.locked', { wait })
  if (reason === 'code-countdown' || reason === 'codes-per-day' || reason === 'mailbox')
    return translate('security.code.wait', { wait })
  return errorText(error)
}

const badParameter = (error: unknown, { path, reason }: Details): string | null => {
  if (path === 'password' && reason === 'too-simple') return translate('security.password.too-simple')
  if (path === 'to' && (reason === 'self' || reason === 'no-account'))
    return translate(`transfer.to.${reason}`)
  return errorText(error)
}

/** Password that a form asks for: the current one, or the original one for changing it. */
export type WhichPassword = 'current' | 'original'

/** Text of a refusal around password, code and transfer, with the remaining tries or the end of the wait. */
export const securityText = (error: unknown, which: WhichPassword = 'current'): string | null => {
  const { code, details } = readError(error)
  const { reason, triesLeft } = details
  switch (code) {
    case ERRORS.EMAIL_CODE_INVALID.code:
      return reason === 'wrong' && typeof triesLeft === 'number'
        ? translate('security.code.wrong', { count: triesLeft })
        : translate('security.code.expired')
    case ERRORS.OLD_PASSWORD_WRONG.code:
      return typeof triesLeft === 'number'
        ? translate(which === 'original' ? 'security.password.oldWrong' : 'security.password.wrong', {
            count: triesLeft,
          })
        : errorText(error)
    case ERRORS.TOO_MANY_REQUESTS.code:
      return tooMany(error, details)
    case ERRORS.BAD_PARAMETER.code:
      return badParameter(error, details)
    case ERRORS.SIGNATURE_INVALID.code:
      return reason === 'no-open-order' || reason === 'used'
        ? translate('security.sign.expired')
        : errorText(error)
    // Nothing here needs a price: the server cannot follow the chain, or has not booked what it saw there.
    case ERRORS.NO_PRICE.code:
      return translate('tx.fail.serverNoChain')
    case ERRORS.FORBIDDEN.code:
      if (reason === 'claims-locked') return translate('transfer.locked')
      return reason === 'no-email' ? translate('security.password.needsEmail') : errorText(error)
    default:
      return errorText(error)
  }
}
