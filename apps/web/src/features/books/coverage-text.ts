import { isCovered, type Reserve, worstPercentText } from '../../api/reserves.ts'
import type { Translate } from '../../i18n/translate.ts'

/**
 * `101.2% covered`, `Not covered · 99.9%`, by the worst covered line; without a figure where nothing is owed.
 */
export const coverageText = (t: Translate, lines: readonly Reserve[]): string => {
  const percent = worstPercentText(lines)
  if (!lines.every(isCovered)) {
    const short = t('home.reserve.notCovered')
    return percent === null ? short : `${short} · ${percent}`
  }
  return percent === null ? t('home.reserve.covered') : t('welcome.covered', { percent })
}
