/**
 * The requirement's generic validators (§5): digits and 6-digit code. For numbers see `parseAmount` of
 * `@dr/protocol/amounts`.
 */
import { narrowDigits } from '@dr/protocol/amounts'
import { CODE_LENGTH } from '@dr/protocol/constants'

/** Whole numbers without sign, point or separator. */
export const isDigits = (text: string): boolean => /^[0-9]+$/.test(text)

/** Digits of a typed or pasted code, at most its length. */
export const codeDigits = (text: string): string =>
  narrowDigits(text)
    .replace(/[^0-9]/g, '')
    .slice(0, CODE_LENGTH)

/** Whether the code is complete. */
export const isCode = (text: string): boolean => isDigits(text) && text.length === CODE_LENGTH
