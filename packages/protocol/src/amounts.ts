/**
 * Amounts: integers in base units (1 token = 10^18 base units for every token of the product, requirement
 * §9). Decimals are only for people. Displayed amounts are rounded down, except ceilings.
 */

import { BPS } from './constants.ts'

export type { Token } from './tokens.ts'

export const TOKEN_DECIMALS = 18
export const WAD = 10n ** 18n
/** A hundredth of a token or a dollar, in base units. */
export const CENT = WAD / 100n
/** Largest value of a Solidity uint256. */
export const UINT256_MAX = 2n ** 256n - 1n
/** Requirement §3: "numbers shown with up to 8 decimals". */
export const DISPLAY_DECIMALS_MAX = 8

export type AmountProblem =
  | 'empty'
  | 'not-a-number'
  | 'ambiguous'
  | 'negative'
  | 'too-many-decimals'
  | 'too-large'

export type ParsedAmount =
  | { readonly ok: true; readonly value: bigint; readonly canonical: string }
  | { readonly ok: false; readonly problem: AmountProblem }

/** Digits and marks of Chinese, Japanese and Korean keyboards. */
const FULL_WIDTH = /[０-９．，－]/g
const FULL_WIDTH_OFFSET = 0xfee0
/** Converts full-width characters: `１２．５` is `12.5`. */
export const narrowDigits = (text: string): string =>
  text.replace(FULL_WIDTH, (mark) => String.fromCharCode(mark.charCodeAt(0) - FULL_WIDTH_OFFSET))

const MINUS = /^[-−]/
const DECIMAL = /^(\d+)(?:[.,](\d*))?$|^[.,](\d+)$/
/** `1,500` may be one and a half or fifteen hundred: refused, since real money is at stake. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/
/** In languages with a decimal comma, a point may also group thousands. */
const AMBIGUOUS_POINT = /^[1-9]\d{0,2}\.\d{3}$/
/** One, or a thousand: who means one writes no zeros, in no language. */
const AMBIGUOUS_ZEROS = /^[1-9]\d{0,2}\.000$/
/** Thousands as `formatAmount` groups them, where a comma can mean nothing else: `1,333,333`, `1,500.5`. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d*)?|,\d{3}\.\d*)$/

export interface ReadOptions {
  readonly decimals?: number
  /** Decimal mark of the reader's language: with a comma, `1.500` may be fifteen hundred. */
  readonly decimalMark?: '.' | ','
}

/**
 * Parses a typed amount. A point or a comma is the decimal mark. Refused as ambiguous: text that could also
 * group thousands (`1,500`; with a decimal comma also `1.500`), mixed marks (`1.500,0`), and spaces (`1
 * 500`). Unambiguous groups and full-width characters are accepted. `canonical` is the understood amount,
 * to be shown beside the field.
 */
export const parseAmount = (
  text: string,
  { decimals = TOKEN_DECIMALS, decimalMark = '.' }: ReadOptions = {},
): ParsedAmount => {
  const typed = narrowDigits(text.trim())
  const trimmed = GROUPED.test(typed) ? typed.replaceAll(',', '') : typed
  if (trimmed === '') return { ok: false, problem: 'empty' }
  if (MINUS.test(trimmed)) return { ok: false, problem: 'negative' }
  if (/^\d[\d.,\s'’]*$/.test(trimmed) && !DECIMAL.test(trimmed)) return { ok: false, problem: 'ambiguous' }
  const match = DECIMAL.exec(trimmed)
  if (!match) return { ok: false, problem: 'not-a-number' }
  if (
    AMBIGUOUS.test(typed) ||
    AMBIGUOUS_ZEROS.test(typed) ||
    (decimalMark === ',' && AMBIGUOUS_POINT.test(typed))
  )
    return { ok: false, problem: 'ambiguous' }
  const whole = match[1] ?? '0'
  const fraction = (match[2] ?? match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return { ok: false, problem: 'too-many-decimals' }
  if (whole.length > 78) return { ok: false, problem: 'too-large' }
  const value = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0')
  if (value > UINT256_MAX) return { ok: false, problem: 'too-large' }
  return {
    ok: true,
    value,
    canonical: formatAmount(value, { decimals, maxDecimals: decimals, group: false }),
  }
}

export interface FormatOptions {
  /** Decimals of the token; default 18. */
  readonly decimals?: number
  /** Maximum of decimals; the rest is cut, never rounded up. */
  readonly maxDecimals?: number
  /** Minimum of decimals, filled up with zeros; 0 by default, and at most `maxDecimals` and `decimals`. */
  readonly minDecimals?: number
  /** Thousands separators in the whole part. */
  readonly group?: boolean
}

/**
 * Splits an amount for display: grouped whole part, and the fraction (cut, never rounded up) without
 * trailing zeros beyond `minDecimals`.
 */
export const splitAmount = (
  value: bigint,
  {
    decimals = TOKEN_DECIMALS,
    maxDecimals = DISPLAY_DECIMALS_MAX,
    minDecimals = 0,
    group = true,
  }: FormatOptions = {},
): { readonly sign: '' | '-'; readonly whole: string; readonly fraction: string } => {
  const magnitude = value < 0n ? -value : value
  const unit = 10n ** BigInt(decimals)
  const cut = Math.min(maxDecimals, decimals)
  const whole = (magnitude / unit).toString()
  const fraction = (magnitude % unit)
    .toString()
    .padStart(decimals, '0')
    .slice(0, cut)
    .replace(/0+$/, '')
    .padEnd(Math.min(minDecimals, cut), '0')
  return {
    sign: value < 0n ? '-' : '',
    whole: group ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole,
    fraction,
  }
}

/** `formatAmount(1234500000000000000000n) === '1,234.5'`. */
export const formatAmount = (value: bigint, options: FormatOptions = {}): string => {
  const { sign, whole, fraction } = splitAmount(value, options)
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** `floor(a × b ÷ c)`: rounds in the pool's favour. */
export const mulDivDown = (a: bigint, b: bigint, c: bigint): bigint => (a * b) / c

/** `ceil(a × b ÷ c)`, for a user's payment in a second token: rounds in the pool's favour. */
export const mulDivUp = (a: bigint, b: bigint, c: bigint): bigint => (a * b + c - 1n) / c

/** Whether `value` differs from `reference` (both ≥ 0) by at most `bps` of `reference`. */
export const isNear = (value: bigint, reference: bigint, bps: bigint): boolean => {
  const drift = value > reference ? value - reference : reference - value
  return drift * BPS <= reference * bps
}

/**
 * Difference of two amounts as they are shown, so that a reader's own subtraction gives it: each is cut by itself,
 * and what lies between can be a unit of the last decimal more than the exact difference cut.
 */
export const shownBetween = (whole: bigint, rest: bigint, decimals = TOKEN_DECIMALS): bigint => {
  const unit = 10n ** BigInt(decimals - Math.min(decimals, DISPLAY_DECIMALS_MAX))
  return (whole / unit - rest / unit) * unit
}

/** Smallest amount not below `value` that has at most `maxDecimals` decimals, for "at most" figures. */
export const ceilingAt = (value: bigint, maxDecimals: number, decimals = TOKEN_DECIMALS): bigint => {
  const unit = 10n ** BigInt(decimals - maxDecimals)
  return mulDivUp(value, 1n, unit) * unit
}
