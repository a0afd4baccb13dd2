/**
 * A deposit that fitted no package leaves without burn (PRODUCT.md 4): it counts as available, and a withdrawal takes it
 * first. Pure; base units of one token.
 */
import { least } from '../../platform/integers.ts'

/** Of a withdrawal of `amount`: what is burned upon, and what of `burnFree` it uses up (to be put back if it lapses). */
export const splitBurnFree = (input: {
  readonly amount: bigint
  /** Returned deposits of this user that have not left yet. */
  readonly burnFree: bigint
}): { readonly burnable: bigint; readonly burnFreeUsed: bigint } => {
  const burnFreeUsed = least(input.amount, input.burnFree)
  return { burnable: input.amount - burnFreeUsed, burnFreeUsed }
}
