import { type ParsedAmount, parseAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'

/** Decimal mark of the page's language. */
const decimalMark = (language: string): '.' | ',' =>
  new Intl.NumberFormat(language).format(0.5).includes(',') ? ',' : '.'

const languageOfPage = (): string => globalThis.document?.documentElement.lang || 'zh-CN'

/** Parses an amount field's text in the page's language. */
export const readAmount = (
  text: string,
  decimals = TOKEN_DECIMALS,
  language = languageOfPage(),
): ParsedAmount => parseAmount(text, { decimals, decimalMark: decimalMark(language) })

/** A number in the app's format, with its token or a dollar sign. */
const PRINTED = /^\s*\$?((?:0|[1-9]\d{0,2}(?:,\d{3})*)(?:\.\d+)?)(?:\s*[A-Z]{2,5})?\s*$/

/**
 * Field text for a pasted number in the app's format, which in every language has commas between thousands
 * and a point before decimals; written so that the page's language reads the same number. Null: another
 * text, pasted unchanged.
 */
export const pastedAmount = (text: string, language = languageOfPage()): string | null => {
  const printed = PRINTED.exec(text)?.[1]
  if (printed === undefined) return null
  const plain = printed.replaceAll(',', '')
  // No amount is printed with these zeros alone: it may be another program's thousand.
  if (plain.endsWith('.000')) return null
  return readAmount(plain, undefined, language).ok ? plain : `${plain}0`
}

/** Whether the input is empty or 0: the form’s button asks for an amount. */
export const isNothing = (parsed: ParsedAmount): boolean =>
  parsed.ok ? parsed.value === 0n : parsed.problem === 'empty'

/** Whether the input is invalid: the field shows the reason. */
export const isUnreadable = (parsed: ParsedAmount): boolean => !parsed.ok && parsed.problem !== 'empty'
