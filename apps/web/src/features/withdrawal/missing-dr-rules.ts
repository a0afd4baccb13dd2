import type { Missing, Preparation, Solution } from '../../chain/shortage.rules.ts'

/** How the wallet gets the DR it lacks for a burn, or what stands in the way. */
export type BurnSource =
  /** By these steps of the same plan, in their order. */
  | { readonly kind: 'steps'; readonly steps: readonly Preparation[] }
  /** It could, but the plan's network fees cannot be paid: nothing of it will be signed. */
  | { readonly kind: 'no-gas'; readonly missing: Missing }
  /** The exchange gives no DR now. */
  | { readonly kind: 'no-swap' }
  /** There is too little in the wallet to swap. */
  | { readonly kind: 'no-usdt' }

/** null: not known yet. */
export function burnSource(solution: Solution | null): BurnSource | null {
  if (solution === null) return null
  const { steps, missing } = solution
  if (missing?.token === 'DR') return { kind: 'no-swap' }
  if (missing !== null && missing.token !== 'BNB') return { kind: 'no-usdt' }
  // The wallet's balances, read apart from the vault's terms, are not short of DR any more.
  if (steps.length === 0) return null
  return missing === null ? { kind: 'steps', steps } : { kind: 'no-gas', missing }
}
