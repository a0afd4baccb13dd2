import { isCovered, type Reserve, worstPercentText } from '../../api/reserves.ts'
import type { Translate } from '../../i18n/translate.ts'

/** `Covered`, or `Not covered · 99.9%` by the worst covered line. */
export const coverageText = (t: Translate, lines: readonly Reserve[]): string => {
  if (lines.every(isCovered)) return t('home.reserve.covered')
  const percent = worstPercentText(lines)
  const short = t('home.reserve.notCovered')
  return percent === null ? short : `${short} · ${percent}`
}
