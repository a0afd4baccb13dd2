import type { Missing, Preparation, Solution } from '../../chain/shortage.rules.ts'
import { mostNow, splitWithdrawal, type WithdrawalLimits, withdrawalProblem } from './withdrawal-rules.ts'

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

/** An account that could pay DR to the wallet now. */
export interface DrSource {
  readonly account: 0 | 1 | 2
  /** Of DR. */
  readonly limits: WithdrawalLimits
}

interface DrOffer {
  readonly account: 0 | 1 | 2
  /** DR that reaches the wallet at most, its burn taken off. */
  readonly brings: bigint
  readonly isEnough: boolean
}

/**
 * The account whose largest withdrawal of DR brings most to the wallet now; null: none can pay any. `usd` (18 decimals) of
 * the daily limit are kept for the withdrawal that the DR is needed for.
 */
export function drOffer(
  sources: readonly DrSource[],
  { missing, usd }: { readonly missing: bigint; readonly usd: bigint },
): DrOffer | null {
  return sources
    .map(({ account, limits }) => ({ account, brings: bringsAtMost(keepUsd(limits, usd)) }))
    .filter(({ brings }) => brings > 0n)
    .map((one) => ({ ...one, isEnough: one.brings >= missing }))
    .reduce<DrOffer | null>((best, one) => (best === null || one.brings > best.brings ? one : best), null)
}

const keepUsd = (limits: WithdrawalLimits, usd: bigint): WithdrawalLimits => ({
  ...limits,
  usdLeft: limits.usdLeft > usd ? limits.usdLeft - usd : 0n,
})

function bringsAtMost(limits: WithdrawalLimits): bigint {
  const most = mostNow(limits)
  return withdrawalProblem(most, limits) === null ? splitWithdrawal(most, limits).received : 0n
}
