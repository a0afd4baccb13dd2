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
} from './withdrawal.rules.ts'

/** Way for the wallet to get the DR it lacks for a burn, or the obstacle. */
export type BurnSource =
  /** Steps of the same plan, in order. */
  | { readonly kind: 'steps'; readonly steps: readonly Preparation[] }
  /** Possible, but the plan's network fees cannot be paid, so nothing is signed. */
  | { readonly kind: 'no-gas'; readonly missing: Missing }
  /** The exchange gives no DR now. */
  | { readonly kind: 'no-swap' }
  /** The wallet has too little to swap. */
  | { readonly kind: 'no-usdt' }

/** Source of the missing DR; null: not known yet. */
export const burnSource = (solution: Solution | null): BurnSource | null => {
  if (solution === null) return null
  const { steps, missing } = solution
  if (missing?.token === 'DR') return { kind: 'no-swap' }
  if (missing !== null && missing.token !== 'BNB') return { kind: 'no-usdt' }
  // The wallet's balances were read later than the vault's terms, and now suffice.
  if (steps.length === 0) return null
  return missing === null ? { kind: 'steps', steps } : { kind: 'no-gas', missing }
}

/** An account that could pay DR to the wallet now. */
export interface DrSource {
  readonly vault: VaultIndex
  /** DR limits. */
  readonly limits: WithdrawalLimits
}

/** One withdrawal of DR. Base units. */
export interface DrWithdrawal {
  readonly vault: VaultIndex
  /** Amount that leaves the account. */
  readonly amount: bigint
  /** Amount that reaches the wallet: `amount` less its burn. */
  readonly brings: bigint
}

interface DrOffer {
  /** In order; a single one if that is enough. */
  readonly withdrawals: readonly DrWithdrawal[]
  /** Sum of the withdrawals. */
  readonly brings: bigint
  readonly isEnough: boolean
}

interface Shortfall {
  /** DR that the wallet lacks. */
  readonly missing: bigint
  /** Part of the daily limit reserved for the withdrawal that needs the DR, 18 decimals. */
  readonly usd: bigint
}

/**
 * DR withdrawals that bring the missing amount to the wallet from as few accounts as possible; if all
 * together are too little, their maximum. Null: none can pay. All accounts share one daily limit.
 */
export const drOffer = (sources: readonly DrSource[], shortfall: Shortfall): DrOffer | null => {
  const [best] = ordersOf(sources)
    .map((order) => offerIn(order, shortfall))
    .sort(compare)
  return best === undefined || best.withdrawals.length === 0 ? null : best
}

/**
 * Sorts enough before too little, then by the number of withdrawals; of those that are too little the
 * largest first.
 */
const compare = (a: DrOffer, b: DrOffer): number => {
  if (a.isEnough !== b.isEnough) return a.isEnough ? -1 : 1
  if (a.isEnough) return a.withdrawals.length - b.withdrawals.length
  return a.brings === b.brings ? 0 : a.brings > b.brings ? -1 : 1
}

/** All permutations of the accounts: three have six. */
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

/** Decimals of typed amounts. */
const TYPED_DECIMALS = 4

/** Withdrawal that brings `wanted`, or as much as is allowed now; null: none is allowed. */
const amountFor = (wanted: bigint, limits: WithdrawalLimits): bigint | null => {
  const max = maxNow(limits)
  if (withdrawalProblem(max, limits) !== null || splitWithdrawal(max, limits).received <= 0n) return null
  const rounded = ceilingAt(grossOf(wanted, limits), TYPED_DECIMALS)
  const amount = rounded < limits.minimum ? limits.minimum : rounded
  return amount < max ? amount : max
}

/** Smallest gross amount of which `wanted` arrives: deposits arrive in full, the rest less its burn. */
const grossOf = (wanted: bigint, { unreturned, burnBps }: WithdrawalLimits): bigint => {
  if (wanted <= unreturned || burnBps >= BPS) return wanted
  return unreturned + mulDivUp(wanted - unreturned, BPS, BPS - burnBps)
}
