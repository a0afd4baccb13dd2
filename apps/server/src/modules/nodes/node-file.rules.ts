/**
 * The published result of a week's node pool, as text: one JSON object, its fields in this order, no spaces, an entry of a
 * list a line. The same figures are the same bytes (ADR 0012, 0023). Pure. USD with 18 decimals, tokens in base units.
 */

import { weekEnd, weekStart } from '@dr/protocol/weeks'
import type { ResultOrigin } from '../results/index.ts'
import { type EventName, formatPayout, type Payout, type PayoutToken } from '../weeks/index.ts'
import type { PublishedNodeRules } from './node-config.rules.ts'
import type { NodeIncomeEvent } from './node-income.ts'
import type { NodePay, NodePoolIncome } from './node-week.rules.ts'

/** Somebody whose stakes count for whoever brought them, from this week on. Accounts in lower case. */
export interface FiledMember {
  readonly account: string
  readonly inviter: string
}

/** A stake that this week counts for the first time. */
export interface FiledStake {
  readonly account: string
  readonly token: PayoutToken
  readonly principal: bigint
  /** USD. */
  readonly value: bigint
  readonly startsAt: bigint
  readonly maturesAt: bigint
  /** `chain:…`, the deposit's event; `order:<uuid>`, a reinvestment. */
  readonly reference: string
}

export interface NodeFile {
  readonly week: bigint
  readonly origin: ResultOrigin
  /** The rules it was closed by. */
  readonly rules: PublishedNodeRules
  readonly income: NodePoolIncome
  readonly carriedIn: Payout
  /** The week's flushes of swap fees, each with what was left of it for the pool after the inviters. */
  readonly flushes: readonly NodeIncomeEvent[]
  /** Money counted in this week though it came before it, in the order of the chain. */
  readonly late: readonly EventName[]
  readonly weight: bigint
  readonly paid: Payout
  readonly carried: Payout
  /** By rank. */
  readonly nodes: readonly NodePay[]
  readonly members: readonly FiledMember[]
  readonly stakes: readonly FiledStake[]
}

const NODE_FILE_VERSION = 1

const headText = (file: NodeFile): string => {
  const { week, origin, rules, income } = file
  const fields = {
    kind: 'nodes',
    version: NODE_FILE_VERSION,
    week: week.toString(),
    startsAt: weekStart(week).toString(),
    endsAt: weekEnd(week).toString(),
    chainId: origin.chainId,
    contracts: origin.contracts,
    rules,
    income: {
      swapFees: formatPayout(income['swap-fees']),
      operator: formatPayout(income.operator),
      carried: formatPayout(file.carriedIn),
    },
    flushes: file.flushes.map(({ txHash, logIndex, amount }) => ({
      ...{ txHash, logIndex },
      amount: amount.toString(),
    })),
    late: file.late.map(({ txHash, logIndex }) => ({ txHash, logIndex })),
    weight: file.weight.toString(),
    paid: formatPayout(file.paid),
    carried: formatPayout(file.carried),
  }
  return JSON.stringify(fields).slice(0, -1)
}

const nodeLine = ({ rank, account, own, direct, weight, amount }: NodePay): string =>
  JSON.stringify({
    ...{ rank, account, own: own.toString(), direct: direct.toString(), weight: weight.toString() },
    ...formatPayout(amount),
  })

const memberLine = ({ account, inviter }: FiledMember): string => JSON.stringify({ account, inviter })

const stakeLine = (stake: FiledStake): string =>
  JSON.stringify({
    ...{ account: stake.account, token: stake.token, principal: stake.principal.toString() },
    ...{ value: stake.value.toString(), startsAt: stake.startsAt.toString() },
    ...{ maturesAt: stake.maturesAt.toString(), reference: stake.reference },
  })

function* list(name: string, lines: readonly string[]): Generator<string> {
  yield `,"${name}":[\n`
  for (const [index, line] of lines.entries()) yield index === 0 ? line : `,\n${line}`
  yield '\n]'
}

const compare = (a: string | bigint, b: string | bigint): number => (a < b ? -1 : Number(a > b))

const byAccount = (a: FiledMember, b: FiledMember) => compare(a.account, b.account)
const byBeginning = (a: FiledStake, b: FiledStake) =>
  compare(a.startsAt, b.startsAt) || compare(a.account, b.account) || compare(a.reference, b.reference)

/** The whole file, piece by piece. Members and stakes in their own order, however they are given. */
export function* nodeFileText(file: NodeFile): Generator<string> {
  yield headText(file)
  yield* list('nodes', file.nodes.map(nodeLine))
  yield* list('members', file.members.toSorted(byAccount).map(memberLine))
  yield* list('stakes', file.stakes.toSorted(byBeginning).map(stakeLine))
  yield '}\n'
}
