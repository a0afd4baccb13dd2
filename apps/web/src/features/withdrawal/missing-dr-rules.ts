import { ceilingAt, mulDivUp } from '@dr/protocol/amounts'
import { BPS } from '@dr/protocol/constants'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Missing, Preparation, Solution } from '../../chain/shortage/shortage.rules.ts'
import {
  maxNow,
  splitWithdrawal,
  usdOf,
  type WithdrawalLimits,
  withdrawalProblem,
} from './withdrawal-rules.ts'

/** How the wallet gets the DR it lacks for a burn, or what prevents it. */
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
export const burnSource = (solution: Solution | null): BurnSource | null => {
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
  readonly vault: VaultIndex
  /** Of DR. */
  readonly limits: WithdrawalLimits
}

/** One withdrawal of DR. Base units. */
export interface DrWithdrawal {
  readonly vault: VaultIndex
  /** What leaves the account. */
  readonly amount: bigint
  /** What reaches the wallet: the amount less its burn. */
  readonly brings: bigint
}

interface DrOffer {
  /** In their order; one where one is enough. */
  readonly withdrawals: readonly DrWithdrawal[]
  /** Together. */
  readonly brings: bigint
  readonly isEnough: boolean
}

interface Shortfall {
  /** DR that the wallet lacks. */
  readonly missing: bigint
  /** Of the daily limit, 18 decimals: kept for the withdrawal that the DR is needed for. */
  readonly usd: bigint
}

/**
 * The withdrawals of DR that bring what is missing to the wallet, out of as few accounts as can; where all of
 * them together are too little, what they bring at most. Null: none can pay any. The daily limit is one for
 * all accounts, so what one takes of it another cannot.
 */
export const drOffer = (sources: readonly DrSource[], shortfall: Shortfall): DrOffer | null => {
  const [best] = ordersOf(sources)
    .map((order) => offerIn(order, shortfall))
    .sort(compare)
  return best === undefined || best.withdrawals.length === 0 ? null : best
}

/**
 * Enough before too little, then the fewest withdrawals; of those that are too little the one that brings
 * most.
 */
const compare = (a: DrOffer, b: DrOffer): number => {
  if (a.isEnough !== b.isEnough) return a.isEnough ? -1 : 1
  if (a.isEnough) return a.withdrawals.length - b.withdrawals.length
  return a.brings === b.brings ? 0 : a.brings > b.brings ? -1 : 1
}

/** Every order of the accounts: three have six. */
const ordersOf = (sources: readonly DrSource[]): readonly (readonly DrSource[])[] =>
  sources.length === 0
    ? [[]]
    : sources.flatMap((one) =>
        ordersOf(sources.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      )

const offerIn = (order: readonly DrSource[], { missing, usd }: Shortfall): DrOffer => {
  const withdrawals: DrWithdrawal[] = []
  let left = missing
  let kept = usd
  for (const { vault, limits } of order) {
    if (left <= 0n) break
    const own = keepUsd(limits, kept)
    const amount = amountFor(left, own)
    if (amount === null) continue
    const brings = splitWithdrawal(amount, own).received
    withdrawals.push({ vault, amount, brings })
    left -= brings
    kept += usdOf(amount, own) ?? 0n
  }
  return { withdrawals, brings: missing - left, isEnough: left <= 0n }
}

const keepUsd = (limits: WithdrawalLimits, usd: bigint): WithdrawalLimits => ({
  ...limits,
  usdLeft: limits.usdLeft > usd ? limits.usdLeft - usd : 0n,
})

/** Amounts to be typed are shown with so many decimals. */
const TYPED_DECIMALS = 4

/** The withdrawal that brings `wanted`, or as much of it as may leave now; null: nothing may. */
const amountFor = (wanted: bigint, limits: WithdrawalLimits): bigint | null => {
  const max = maxNow(limits)
  if (withdrawalProblem(max, limits) !== null || splitWithdrawal(max, limits).received <= 0n) return null
  const rounded = ceilingAt(grossOf(wanted, limits), TYPED_DECIMALS)
  const amount = rounded < limits.minimum ? limits.minimum : rounded
  return amount < max ? amount : max
}

/**
 * The smallest amount of which `wanted` arrives: what was deposited arrives whole, the rest less its burn.
 */
const grossOf = (wanted: bigint, { unreturned, burnBps }: WithdrawalLimits): bigint => {
  if (wanted <= unreturned || burnBps >= BPS) return wanted
  return unreturned + mulDivUp(wanted - unreturned, BPS, BPS - burnBps)
}
