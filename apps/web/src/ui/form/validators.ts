/**
 * The requirement's generic validators (§5): digits and 6-digit code. Numeric is `parseAmount` of
 * `@dr/protocol/amounts`.
 */
import { narrowDigits } from '@dr/protocol/amounts'
import { CODE_LENGTH } from '@dr/protocol/constants'

/** Whole numbers without sign, point or separator. */
export const isDigits = (text: string): boolean => /^[0-9]+$/.test(text)

/** What of a typed or pasted text belongs into a code's field. */
export const codeDigits = (text: string): string =>
  narrowDigits(text)
    .replace(/[^0-9]/g, '')
    .slice(0, CODE_LENGTH)

/** A whole code. */
export const isCode = (text: string): boolean => isDigits(text) && text.length === CODE_LENGTH
