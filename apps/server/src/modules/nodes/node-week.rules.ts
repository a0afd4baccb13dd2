/**
 * The nodes of a week and their parts of the node pool (docs/product.md 9, ADR 0023). Pure; USD with 18
 * decimals, tokens in base units, times in Unix seconds.
 * A stake counts for its owner if the owner is a node, and otherwise as the performance of the owner's
 * inviter. So whether a user is a node depends only on their own stake and on their direct referrals, who are
 * strictly below them in the forest. It is decided from the leaves up, and does not depend on the order of
 * events.
 */
import { addPayouts, type Payout, payoutOf, subtractPayouts } from '../weeks/index.ts'

/** Conditions of a node. */
export interface NodeMinimums {
  /** Minimum of USD that a node has staked itself, at every moment of the week. */
  readonly ownMinimum: bigint
  /** Minimum of USD of direct-referral performance, likewise. */
  readonly directMinimum: bigint
}

export interface NodeConfig extends NodeMinimums {
  /** Inviter's part of a swap's fee, in 1/10,000: the part of a flush that may be missing in the pool. */
  readonly inviterBps: bigint
}

/** A change of the staked value within the week. */
export interface StakeChange {
  readonly at: bigint
  /** USD; negative at maturity. */
  readonly delta: bigint
}

/** The staked value throughout a week: at its beginning, and its changes in any order. */
export interface Timeline {
  readonly opening: bigint
  readonly changes: readonly StakeChange[]
}

/** The minimum over all moments of the week; changes of the same second count as one. */
export const minimumOf = ({ opening, changes }: Timeline): bigint => {
  const byTime = [...changes].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  let now = opening
  let minimum = opening
  byTime.forEach(({ at, delta }, index) => {
    now += delta
    if (byTime[index + 1]?.at !== at && now < minimum) minimum = now
  })
  return minimum
}

/** The value after all changes. */
export const closingOf = ({ opening, changes }: Timeline): bigint =>
  changes.reduce((sum, { delta }) => sum + delta, opening)

/** `all` without `parts`. */
export const without = (all: Timeline, parts: readonly Timeline[]): Timeline => ({
  opening: parts.reduce((left, { opening }) => left - opening, all.opening),
  changes: [
    ...all.changes,
    ...parts.flatMap(({ changes }) => changes.map(({ at, delta }) => ({ at, delta: -delta }))),
  ],
})

/** A user who may be a node. */
export interface Candidate {
  /** Lower case. */
  readonly account: string
  readonly inviter: string | null
  readonly own: Timeline
  /** All direct referrals together, nodes among them included. */
  readonly direct: Timeline
}

/** A node, ranked by weight: own stake and direct performance together. */
export interface RankedNode {
  /** From 1. */
  readonly rank: number
  readonly account: string
  readonly own: bigint
  readonly direct: bigint
  readonly weight: bigint
}

/** Candidates, each after all of its descendants: from the leaves up, without recursion. */
const leavesFirst = (candidates: readonly Candidate[]): Candidate[] => {
  const brought = Map.groupBy(candidates, ({ inviter }) => inviter)
  const known = new Set(candidates.map(({ account }) => account))
  const rootsFirst = candidates.filter(({ inviter }) => inviter === null || !known.has(inviter))
  for (let next = 0; next < rootsFirst.length; next += 1) {
    for (const one of brought.get(rootsFirst[next]?.account ?? '') ?? []) rootsFirst.push(one)
  }
  return rootsFirst.reverse()
}

const heaviestFirst = (a: Omit<RankedNode, 'rank'>, b: Omit<RankedNode, 'rank'>): number => {
  if (a.weight !== b.weight) return a.weight > b.weight ? -1 : 1
  if (a.own !== b.own) return a.own > b.own ? -1 : 1
  return a.account < b.account ? -1 : 1
}

/**
 * The nodes of a week, highest weight first. `candidates`: each user who may be one, once (at least those
 * whose own stake and direct referrals' stakes reach the minimums as the week begins).
 */
export const rankNodes = (config: NodeMinimums, candidates: readonly Candidate[]): RankedNode[] => {
  /** Stakes of nodes, which their inviters do not count. */
  const kept = new Map<string, Timeline[]>()
  const nodes: Omit<RankedNode, 'rank'>[] = []
  for (const { account, inviter, own, direct } of leavesFirst(candidates)) {
    const figures = {
      own: minimumOf(own),
      direct: minimumOf(without(direct, kept.get(account) ?? [])),
    }
    if (figures.own < config.ownMinimum || figures.direct < config.directMinimum) continue
    nodes.push({ account, ...figures, weight: figures.own + figures.direct })
    if (inviter !== null) kept.set(inviter, [...(kept.get(inviter) ?? []), own])
  }
  return nodes.sort(heaviestFirst).map((node, index) => ({ rank: index + 1, ...node }))
}

export interface NodePay extends RankedNode {
  readonly amount: Payout
}

/** available = paid + carried, for each token. */
export interface NodeWeekResult {
  readonly available: Payout
  /** Total weight of all nodes. */
  readonly weight: bigint
  readonly nodes: readonly NodePay[]
  readonly paid: Payout
  readonly carried: Payout
}

/**
 * Divides the pool by weight, rounded down; the rest, or everything without a node, is carried to the next
 * week.
 */
export const shareNodePool = (available: Payout, nodes: readonly RankedNode[]): NodeWeekResult => {
  const weight = nodes.reduce((sum, node) => sum + node.weight, 0n)
  const shared = nodes.map((node) => ({
    ...node,
    amount: payoutOf((token) => (weight === 0n ? 0n : (available[token] * node.weight) / weight)),
  }))
  const paid = addPayouts(...shared.map(({ amount }) => amount))
  return { available, weight, nodes: shared, paid, carried: subtractPayouts(available, paid) }
}
