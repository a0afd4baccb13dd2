import { HOUR_SECONDS } from '@dr/protocol/constants'
import { translate } from './translate.ts'

/** A wait in a natural unit; never "0 minutes". */
export const waitText = (seconds: number): string => {
  if (seconds < 120) return translate('common.wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  if (seconds < 7_200) return translate('common.wait.minutes', { count: Math.ceil(seconds / 60) })
  return translate('common.wait.hours', { count: Math.ceil(seconds / HOUR_SECONDS) })
}

/** An estimated wait: whole hours above 90 minutes, never shorter than it is. */
export const waitAboutText = (seconds: number): string =>
  seconds > 1.5 * HOUR_SECONDS
    ? translate('common.wait.hours', { count: Math.ceil(seconds / HOUR_SECONDS) })
    : waitText(seconds)
