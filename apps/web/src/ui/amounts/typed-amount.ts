import type { ParsedAmount } from '@dr/protocol/amounts'

/** An empty field, or 0: the form’s button asks for the amount. */
export const isNothing = (parsed: ParsedAmount): boolean =>
  parsed.ok ? parsed.value === 0n : parsed.problem === 'empty'

/** The field says why; the form’s button waits. */
export const isUnreadable = (parsed: ParsedAmount): boolean => !parsed.ok && parsed.problem !== 'empty'
