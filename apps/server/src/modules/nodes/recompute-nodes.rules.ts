/**
 * Recomputes the node pool's weeks from the chain's events, from the first week on, in their published form:
 * equal figures are equal bytes (ADR 0023). Pure; uses neither database nor server. Data that is not on chain
 * is taken from the published files, and checked against the chain: inviters; the packages and terms of
 * deposits; reinvestments; the inviters' parts of a flush; late events.
 */

import { WAD } from '@dr/protocol/amounts'
import { ZERO_ADDRESS } from '@dr/protocol/constants'
import { inviterShareOf } from '@dr/protocol/rules/fee-shares'
import { weekEnd, weekOf, weekStart } from '@dr/protocol/rules/weeks'
import type { PayoutToken } from '@dr/protocol/tokens'
import { DAY_SECONDS } from '../../platform/durations.ts'
import { maxBigInt } from '../../platform/integers.ts'
import {
  addPayouts,
  type ChainFacts,
  createEventWeeks,
  type DepositFact,
  eventKey,
  type FlushFact,
  type FundingFact,
  type Happened,
  ImpossibleClaimError,
  type Income,
  type IncomeEvent,
  NO_PAYOUT,
  type Payout,
  payoutOf,
} from '../weeks/index.ts'
import { parseNodeRules } from './node-config.rules.ts'
import type { FiledEnd, FiledStake, NodeFile, PublishedNodeFile } from './node-file.rules.ts'
import {
  type Candidate,
  rankNodes,
  type StakeChange,
  shareNodePool,
  type Timeline,
} from './node-week.rules.ts'

export type NodeFacts = Pick<
  ChainFacts,
  'origin' | 'firstWeek' | 'bought' | 'deposits' | 'flushes' | 'fundings' | 'claims' | 'drPriceAt'
>

/** By account: the referrer of a purchase of POD power on chain. */
const referrersOf = (facts: NodeFacts): ReadonlyMap<string, string> =>
  new Map(
    facts.bought
      .filter(({ referrer }) => referrer !== ZERO_ADDRESS)
      .map(({ account, referrer }) => [account, referrer] as const),
  )

/** The inviters of users whose stakes count. */
class Forest {
  readonly inviterOf = new Map<string, string>()
  readonly #referrers: ReturnType<typeof referrersOf>

  constructor(referrers: ReturnType<typeof referrersOf>) {
    this.#referrers = referrers
  }

  #isAncestor(account: string, above: string): boolean {
    for (let up: string | undefined = above; up !== undefined; up = this.inviterOf.get(up)) {
      if (up === account) return true
    }
    return false
  }

  bind(account: string, inviter: string): void {
    const known = this.#referrers.get(account)
    const refusal =
      (this.inviterOf.has(account) && 'is brought twice') ||
      (known !== undefined && known !== inviter && `was brought by ${known}, as the chain says`) ||
      (this.#isAncestor(account, inviter) && 'is its own descendant')
    if (refusal) throw new ImpossibleClaimError(`${account} ${refusal}`)
    this.inviterOf.set(account, inviter)
  }
}

const usdOf = (token: PayoutToken, amount: bigint, drPrice: bigint): bigint =>
  token === 'USDT' ? amount : (amount * drPrice) / WAD

/** All stakes by the files, each entry compared with its event. */
class Stakes {
  readonly #facts: NodeFacts
  /** By reference. */
  readonly #deposits: ReadonlyMap<string, DepositFact>
  readonly #taken = new Set<string>()
  readonly #stakers = new Set<string>()
  #open: FiledStake[] = []

  constructor(facts: NodeFacts) {
    this.#facts = facts
    const { chainId } = facts.origin
    this.#deposits = new Map(
      facts.deposits.map((one) => [`chain:${chainId}:${one.txHash}:${one.logIndex}`, one]),
    )
  }

  #deposited(claim: PublishedNodeFile['stakes'][number]): Omit<FiledStake, 'maturesAt' | 'reference'> {
    const fact = this.#deposits.get(claim.reference)
    if (!fact) throw new ImpossibleClaimError(`there was no deposit ${claim.reference}`)
    const { account, token, amount: principal, timestamp: startsAt, drPrice } = fact
    return { account, token, principal, startsAt, value: usdOf(token, principal, drPrice) }
  }

  #reinvested(claim: PublishedNodeFile['stakes'][number]): Omit<FiledStake, 'maturesAt' | 'reference'> {
    const { account, token, principal, startsAt } = claim
    if (!this.#stakers.has(account)) {
      throw new ImpossibleClaimError(`${account} reinvests and never staked (${claim.reference})`)
    }
    const value = usdOf(token, principal, this.#facts.drPriceAt(startsAt) ?? 0n)
    return { account, token, principal, startsAt, value }
  }

  /** Adds a stake that a week counts for the first time; returns it as it must be published. */
  begin(week: bigint, claim: PublishedNodeFile['stakes'][number]): FiledStake {
    const { reference, maturesAt } = claim
    const known = reference.startsWith('chain:') ? this.#deposited(claim) : this.#reinvested(claim)
    const stake = { ...known, maturesAt, reference }
    const { startsAt } = stake
    const refusal =
      (this.#taken.has(reference) && 'counts twice') ||
      (startsAt >= weekEnd(week) && 'counts before it began') ||
      ((maturesAt <= startsAt || (maturesAt - startsAt) % DAY_SECONDS !== 0n) && 'has no term of whole days')
    if (refusal) throw new ImpossibleClaimError(`the stake ${reference} ${refusal}`)
    this.#taken.add(reference)
    this.#stakers.add(stake.account)
    this.#open.push(stake)
    return stake
  }

  /** Ends a stake at a claim or a transfer of its account, or a second after it began, as the file says. */
  end(week: bigint, { reference, endedAt }: FiledEnd): FiledEnd {
    const stake = this.#open.find((one) => one.reference === reference)
    const isClaim =
      stake &&
      this.#facts.claims.some(
        ({ account, token, timestamp }) =>
          account === stake.account &&
          token === stake.token &&
          maxBigInt(timestamp, stake.startsAt + 1n) === endedAt,
      )
    const refusal =
      (!isClaim && 'ends early without a claim of its account') ||
      ((endedAt >= (stake?.maturesAt ?? 0n) || endedAt >= weekEnd(week)) && 'cannot end then')
    if (stake === undefined || refusal) throw new ImpossibleClaimError(`the stake ${reference} ${refusal}`)
    this.#open = this.#open.map((one) => (one === stake ? { ...stake, maturesAt: endedAt } : one))
    return { reference, endedAt }
  }

  /** Each account's stakes in a week. Drops stakes that matured before it. */
  timelines(week: bigint): Map<string, Timeline> {
    const [start, end] = [weekStart(week), weekEnd(week)]
    this.#open = this.#open.filter(({ maturesAt }) => maturesAt > start)
    const lines = new Map<string, { opening: bigint; changes: StakeChange[] }>()
    for (const { account, value, startsAt, maturesAt } of this.#open) {
      const line = lines.get(account) ?? { opening: 0n, changes: [] }
      lines.set(account, line)
      if (startsAt <= start)
        line.opening += value // a late one, which began before
      else line.changes.push({ at: startsAt, delta: value })
      if (maturesAt < end) line.changes.push({ at: maturesAt, delta: -value })
    }
    return lines
  }
}

const NOTHING: Timeline = { opening: 0n, changes: [] }

const candidatesOf = (lines: ReadonlyMap<string, Timeline>, forest: Forest): Candidate[] => {
  const direct = new Map<string, { opening: bigint; changes: StakeChange[] }>()
  for (const [account, { opening, changes }] of lines) {
    const inviter = forest.inviterOf.get(account)
    if (inviter === undefined) continue
    const sum = direct.get(inviter) ?? { opening: 0n, changes: [] }
    direct.set(inviter, sum)
    sum.opening += opening
    for (const change of changes) sum.changes.push(change)
  }
  return [...lines].map(([account, own]) => ({
    account,
    inviter: forest.inviterOf.get(account) ?? null,
    own,
    direct: direct.get(account) ?? NOTHING,
  }))
}

/**
 * The pool's part of a flush: the file's figure if it is possible, since only the server knows which swappers
 * had inviters.
 */
const poolsPart = (
  { amount, toNode }: FlushFact,
  { claim, inviterBps }: { readonly claim: bigint | undefined; readonly inviterBps: bigint },
): bigint => {
  const inviters = inviterShareOf(amount, inviterBps)
  const fewest = toNode > inviters ? toNode - inviters : 0n
  return claim !== undefined && claim >= fewest && claim <= toNode ? claim : fewest
}

const inOrder = <Fact extends Happened>(facts: readonly Fact[]): Fact[] =>
  facts.toSorted(
    (a, b) => Number(a.timestamp - b.timestamp) || a.logIndex - b.logIndex || (a.txHash < b.txHash ? -1 : 1),
  )

const incomeOf = (
  file: PublishedNodeFile,
  input: {
    readonly flushes: readonly FlushFact[]
    readonly fundings: readonly FundingFact[]
    /** The maximum inviter's part that may apply to a fee of this flush. */
    readonly inviterBpsOf: (flush: FlushFact) => bigint
  },
): { readonly income: Income; readonly flushes: IncomeEvent[] } => {
  const { flushes, fundings, inviterBpsOf } = input
  const claims = new Map(file.flushes.map((one) => [eventKey(one), one.amount]))
  const parts = inOrder(flushes)
    .map((fact) => ({
      txHash: fact.txHash,
      logIndex: fact.logIndex,
      amount: poolsPart(fact, { claim: claims.get(eventKey(fact)), inviterBps: inviterBpsOf(fact) }),
    }))
    .filter(({ amount }) => amount > 0n)
  const funded = (token: PayoutToken) =>
    fundings.reduce((sum, one) => (one.token === token ? sum + one.toNode : sum), 0n)
  return {
    flushes: parts,
    income: {
      'swap-fees': { USDT: parts.reduce((sum, { amount }) => sum + amount, 0n), DR: 0n },
      operator: payoutOf(funded),
    },
  }
}

/** All weeks up to the last file's, in order. `files`: one for each week, in order. */
export function* recomputeNodeWeeks(
  facts: NodeFacts,
  files: readonly PublishedNodeFile[],
): Generator<NodeFile> {
  const events = createEventWeeks(files.map((file) => ({ ...file, rules: parseNodeRules(file.rules) })))
  const flushedBefore = new Map<FlushFact, bigint>()
  let since = facts.firstWeek
  for (const flush of inOrder(facts.flushes)) {
    flushedBefore.set(flush, since)
    since = weekOf(flush.timestamp)
  }
  // Its fees were paid since the flush before it.
  const inviterBpsOf = (flush: FlushFact): bigint =>
    events
      .rulesOf(flush, flushedBefore.get(flush) ?? facts.firstWeek)
      .reduce((largest, { inviterBps }) => maxBigInt(largest, inviterBps), 0n)
  const flushes = Map.groupBy(facts.flushes, events.weekOf)
  const fundings = Map.groupBy(facts.fundings, events.weekOf)
  const forest = new Forest(referrersOf(facts))
  const stakes = new Stakes(facts)
  let carriedIn: Payout = NO_PAYOUT
  for (const file of files) {
    const { week } = file
    for (const { account, inviter } of file.members) forest.bind(account, inviter)
    const begun = file.stakes.map((claim) => stakes.begin(week, claim))
    const ended = file.ended.map((end) => stakes.end(week, end))
    const nodes = rankNodes(parseNodeRules(file.rules), candidatesOf(stakes.timelines(week), forest))
    const cameIn = incomeOf(file, {
      flushes: flushes.get(week) ?? [],
      fundings: fundings.get(week) ?? [],
      inviterBpsOf,
    })
    const available = addPayouts(carriedIn, cameIn.income['swap-fees'], cameIn.income.operator)
    const shared = shareNodePool(available, nodes)
    yield {
      week,
      origin: facts.origin,
      rules: file.rules,
      ...cameIn,
      carriedIn,
      late: file.late,
      weight: shared.weight,
      paid: shared.paid,
      carried: shared.carried,
      nodes: shared.nodes,
      members: file.members,
      stakes: begun,
      ended,
    }
    carriedIn = shared.carried
  }
}
