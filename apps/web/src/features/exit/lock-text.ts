import type { Report } from '../../../exit/report.ts'
import type { Translate } from '../../i18n/translate.ts'
import { moment } from '../../ui/text/moment.ts'

/** Whether the account's own claims are open, locked, or unlocked with their notice running. */
export const lockText = (t: Translate, lock: Report['lock']): string => {
  if (lock === null) return t('exit.lock.open')
  return lock.until === null ? t('exit.lock.shut') : t('exit.lock.notice', { until: moment(lock.until) })
}
