import { errorText } from '../../../i18n/error-text.ts'
import { translate } from '../../../i18n/translate.ts'
import { type Failure, shortfallOf } from '../flow/failure.ts'

/**
 * The requirement's toasts (§4, §8), shown beside the sheet's text: the server's codes by their own text,
 * and a balance that is too low. Null: no toast is required.
 */
export const failureToast = (failure: Failure): string | null => {
  if (failure.code === 'api') return errorText(failure.error)
  return shortfallOf(failure) === null ? null : translate('error.1015')
}
