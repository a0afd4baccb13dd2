/** The requirement's generic validators (§5), each here alone: numeric, digits, 6-digit code. Amounts: `@dr/protocol/amounts`. */
import { parseAmount } from '@dr/protocol/amounts'
import { CODE_LENGTH } from '@dr/protocol/constants'

/** Whole numbers without sign, point or separator. */
export const isDigits = (text: string): boolean => /^[0-9]+$/.test(text)

/** A number as people write it, with a point or a comma; nothing that could mean two. */
export const isNumeric = (text: string): boolean => parseAmount(text).ok

/** What of a typed or pasted text belongs into a code's field. */
export const codeDigits = (text: string): string => text.replace(/[^0-9]/g, '').slice(0, CODE_LENGTH)

/** A whole code. */
export const isCode = (text: string): boolean => isDigits(text) && text.length === CODE_LENGTH
