import { type ParsedAmount, parseAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'

/** How the page's language writes one half. */
const decimalMark = (language: string): '.' | ',' =>
  new Intl.NumberFormat(language).format(0.5).includes(',') ? ',' : '.'

const languageOfPage = (): string => globalThis.document?.documentElement.lang || 'zh-CN'

/** What is typed into an amount's field, read as the page's language would write it. */
export const readAmount = (
  text: string,
  decimals = TOKEN_DECIMALS,
  language = languageOfPage(),
): ParsedAmount => parseAmount(text, { decimals, decimalMark: decimalMark(language) })

/** A number as the app prints it, with its token or a dollar sign. */
const PRINTED = /^\s*\$?((?:0|[1-9]\d{0,2}(?:,\d{3})*)(?:\.\d+)?)(?:\s*[A-Z]{2,5})?\s*$/

/**
 * What to put into the field for a text that is pasted: a number as the app prints it has commas between
 * thousands and a point before decimals, in every language, so that it is typed here as no language reads it
 * differently. Null: it is no such number, and is pasted as it is.
 */
export const pastedAmount = (text: string, language = languageOfPage()): string | null => {
  const printed = PRINTED.exec(text)?.[1]
  if (printed === undefined) return null
  const plain = printed.replaceAll(',', '')
  // No amount is printed with these zeros alone: it may be another program's thousand.
  if (plain.endsWith('.000')) return null
  return readAmount(plain, undefined, language).ok ? plain : `${plain}0`
}

/** An empty field, or 0: the form’s button asks for the amount. */
export const isNothing = (parsed: ParsedAmount): boolean =>
  parsed.ok ? parsed.value === 0n : parsed.problem === 'empty'

/** The field says why; the form’s button waits. */
export const isUnreadable = (parsed: ParsedAmount): boolean => !parsed.ok && parsed.problem !== 'empty'
