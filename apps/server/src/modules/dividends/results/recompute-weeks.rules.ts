/**
 * Recomputes weekly results from the chain's events, from the first week on, in their published form: equal
 * figures are equal bytes (ADR 0012). Pure; uses neither database nor server. Data that is not on chain is
 * taken from the published files, and checked as far as possible: the rules of a week; holders' requests to
 * pledge and unpledge (never more than they have); the weeks in which late events were counted.
 */

import { podPowerBounds } from '@dr/protocol/rules/pod-power-cost'
import { weekEnd, weekOf } from '@dr/protocol/rules/weeks'
import type { LowerHex } from '../../../platform/hex.ts'
import { maxBigInt, minBigInt } from '../../../platform/integers.ts'
import {
  addPayouts,
  type BoughtFact,
  type ChainFacts,
  createEventWeeks,
  type FlushFact,
  type FundingFact,
  ImpossibleClaimError,
  type Income,
  NO_PAYOUT,
  payoutOf,
} from '../../weeks/index.ts'
import { parseRules } from '../dividend-config.rules.ts'
import {
  type HolderChange,
  type HolderWeek,
  holderWeekOf,
  newHolderState,
  passWeek,
} from '../power/holder-week.rules.ts'
import { type ClosePoint, FINE, newPledgePool } from '../power/scaled-power.rules.ts'
import { closeWeek, type DividendState } from '../week/close-week.rules.ts'
import type { PublishedWeek, ResultHead } from './result-file.rules.ts'

export type DividendFacts = Pick<
  ChainFacts,
  'origin' | 'firstWeek' | 'bought' | 'flushes' | 'fundings' | 'drPriceAt'
>

/** A week in its published form. */
export interface Recomputed extends ResultHead {
  readonly holders: readonly HolderWeek[]
}

interface Member {
  /** Position in the order of first purchases, for the ranking. */
  readonly number: number
  state: typeof newHolderState
  /** Fine power pledged less unpledged by requests. */
  requested: bigint
}

const incomeOf = (flushes: readonly FlushFact[], fundings: readonly FundingFact[]): Income => {
  const sum = (facts: readonly { readonly toDeflation: bigint }[]) =>
    facts.reduce((all, { toDeflation }) => all + toDeflation, 0n)
  return {
    'swap-fees': { USDT: sum(flushes), DR: 0n },
    operator: payoutOf((token) => sum(fundings.filter((one) => one.token === token))),
  }
}

/**
 * POD power bought by each account, by the events. If the split leaves a base unit open, or the rule changed
 * while a purchase was pending, the file's figure is accepted within the bounds.
 */
const boughtBy = (
  facts: readonly BoughtFact[],
  {
    claims,
    powerRulesOf,
  }: {
    readonly claims: ReadonlyMap<LowerHex, { bought: bigint }>
    readonly powerRulesOf: (fact: BoughtFact) => readonly bigint[]
  },
) => {
  const bounds = new Map<LowerHex, { min: bigint; max: bigint; reachedAt: bigint }>()
  for (const fact of facts) {
    const byRule = powerRulesOf(fact).map((powerBps) => podPowerBounds(fact, powerBps))
    const min = byRule.map((one) => one.min).reduce(minBigInt)
    const max = byRule.map((one) => one.max).reduce(maxBigInt)
    const before = bounds.get(fact.account) ?? { min: 0n, max: 0n, reachedAt: 0n }
    const reachedAt = maxBigInt(fact.place, before.reachedAt)
    bounds.set(fact.account, { min: before.min + min, max: before.max + max, reachedAt })
  }
  return new Map(
    [...bounds].map(([account, { min, max, reachedAt }]) => {
      const claimed = claims.get(account)?.bought ?? min
      const bought = claimed >= min && claimed <= max ? claimed : min
      return [account, { bought, reachedAt }] as const
    }),
  )
}

/** Throws if a holder's request exceeds what the holder has. */
const requirePossible = (account: LowerHex, member: Member, change: HolderChange): void => {
  const requested = member.requested + change.joining - change.bought * FINE
  if (change.joining < 0n || change.leaving < 0n || change.leaving > member.state.shares) {
    throw new ImpossibleClaimError(`${account} unpledges more than it has in week ${change.week}`)
  }
  if (requested > member.state.unpledged) {
    throw new ImpossibleClaimError(`${account} pledges more than it has in week ${change.week}`)
  }
}

type Claims = ReadonlyMap<LowerHex, PublishedWeek['holders'][number]>
type Purchases = ReturnType<typeof boughtBy>

/**
 * Changes at the week's end: purchases by the events, requests by the file, checked against the holders'
 * power.
 */
const changesIn = (
  week: bigint,
  {
    members,
    purchases,
    claims,
  }: {
    readonly members: ReadonlyMap<LowerHex, Member>
    readonly purchases: Purchases
    readonly claims: Claims
  },
): Map<LowerHex, HolderChange> => {
  const changes = new Map<LowerHex, HolderChange>()
  for (const [account, member] of members) {
    const claim = claims.get(account)
    const bought = purchases.get(account)?.bought ?? 0n
    const requested = claim ? claim.joining - claim.bought * FINE : 0n
    const change = { week, bought, joining: bought * FINE + requested, leaving: claim?.leaving ?? 0n }
    requirePossible(account, member, change)
    changes.set(account, change)
  }
  return changes
}

/** All weeks up to the last file's, in order. `files`: one for each week, in order. */
export function* recomputeWeeks(
  facts: DividendFacts,
  files: readonly PublishedWeek[],
): Generator<Recomputed> {
  const events = createEventWeeks(files.map((file) => ({ ...file, rules: parseRules(file.rules) })))
  // By the rule of its quote, which may be that of the week before.
  const powerRulesOf = (fact: BoughtFact) =>
    events.rulesOf(fact, weekOf(fact.timestamp)).map(({ powerBps }) => powerBps)
  const bought = Map.groupBy(facts.bought, events.weekOf)
  const flushes = Map.groupBy(facts.flushes, events.weekOf)
  const fundings = Map.groupBy(facts.fundings, events.weekOf)
  const members = new Map<LowerHex, Member>()
  const accounts: LowerHex[] = []
  const points: ClosePoint[] = []
  let state: DividendState = { pledges: newPledgePool(facts.firstWeek), carry: NO_PAYOUT }
  for (const file of files) {
    const { week } = file
    const claims = new Map(file.holders.map((holder) => [holder.account, holder]))
    const purchases = boughtBy(bought.get(week) ?? [], { claims, powerRulesOf })
    for (const account of purchases.keys()) {
      if (members.has(account)) continue
      members.set(account, { number: accounts.length, state: newHolderState, requested: 0n })
      accounts.push(account)
    }
    const changes = changesIn(week, { members, purchases, claims })
    const sum = (pick: (change: HolderChange) => bigint) =>
      [...changes.values()].reduce((all, change) => all + pick(change), 0n)
    const [joining, leaving] = [sum((one) => one.joining), sum((one) => one.leaving)]
    const income = incomeOf(flushes.get(week) ?? [], fundings.get(week) ?? [])
    const config = parseRules(file.rules)
    const { pledges, carry } = state
    const closed = closeWeek(config, state, {
      week,
      joining,
      leaving,
      income: addPayouts(income['swap-fees'], income.operator),
      drPrice: facts.drPriceAt(weekEnd(week)),
      growth: [...purchases].map(([account, one]) => ({ ...one, userId: members.get(account)?.number ?? 0 })),
    })
    state = closed.state
    points.push(closed.point)
    const holders: HolderWeek[] = []
    for (const [account, member] of [...members].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const change = changes.get(account)
      if (!change) continue
      const row = holderWeekOf(member.state, { account, week, points, change })
      if (row) holders.push(row)
      member.state = passWeek(member.state, { points, change })
      member.requested += change.joining - change.bought * FINE
    }
    const { result } = closed
    yield {
      week,
      origin: facts.origin,
      rules: file.rules,
      income,
      carriedIn: carry,
      joining,
      leaving,
      drPrice: result.drPrice,
      pledged: result.pledged,
      dividends: result.dividends,
      carried: result.carried,
      point: closed.point,
      late: file.late,
      holders,
      shares: pledges.shares,
      sharesAfter: state.pledges.shares,
      prizes: result.prizes.map(({ userId, ...prize }) => ({
        ...prize,
        account: accounts[userId] as LowerHex,
      })),
    }
  }
}
