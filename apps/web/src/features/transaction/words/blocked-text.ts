import { type ApiError, isApiError } from '../../../api/errors.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { moment } from '../../../ui/text/moment.ts'
import { sentences } from '../../../ui/text/sentences.ts'

/** Text of error 30007: since when the account is blocked, the operators' reason, and the way that stays open. */
export const blockedText = (t: Translate, error: ApiError): string | null => {
  if (!isApiError(error, 'ACCOUNT_BLOCKED') || typeof error.data !== 'object') return null
  const { since, why } = (error.data ?? {}) as Readonly<Record<string, unknown>>
  if (typeof since !== 'number' || typeof why !== 'string') return null
  return sentences(t('exit.blocked.since', { since: moment(since), reason: why }), t('exit.blocked.leave'))
}
