/**
 * The published result of a week of nodes (ADR 0012, 0023). Pure. USD with 18 decimals, tokens in base units.
 */
import type { PayoutToken } from '@dr/protocol/tokens'
import * as z from 'zod'
import { publishedHex as hex, type ResultOrigin, publishedWhole as whole } from '../results/index.ts'
import {
  commonFields,
  type EventName,
  formatPayout,
  type IncomeEvent,
  lateFields,
  publishedEvent,
  publishedFields,
  resultText,
} from '../weeks/index.ts'
import { publishedNodeRules } from './node-config.rules.ts'
import type { NodePay } from './node-week.rules.ts'
import type { ClosedNodeWeek } from './nodes-pool.ts'

/** A user whose stakes count for their inviter from this week on. Accounts in lower case. */
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

/** A stake that a claim of its account ended before its maturity. */
export interface FiledEnd {
  /** The stake's. */
  readonly reference: string
  readonly endedAt: bigint
}

export interface NodeFile extends Omit<ClosedNodeWeek, 'nodes' | 'closedAt'> {
  readonly origin: ResultOrigin
  /** The week's flushes of swap fees, each with the pool's part after the inviters' shares. */
  readonly flushes: readonly IncomeEvent[]
  /** Money counted in this week although it came before, in the order of the chain. */
  readonly late: readonly EventName[]
  /** By rank. */
  readonly nodes: readonly NodePay[]
  readonly members: readonly FiledMember[]
  readonly stakes: readonly FiledStake[]
  /** Stakes that end in this week's figures, before their maturity. */
  readonly ended: readonly FiledEnd[]
}

const fieldsOf = (file: NodeFile) => ({
  ...commonFields('nodes', file),
  flushes: file.flushes.map(({ txHash, logIndex, amount }) => ({
    txHash,
    logIndex,
    amount: amount.toString(),
  })),
  late: lateFields(file.late),
  weight: file.weight.toString(),
  paid: formatPayout(file.paid),
  carried: formatPayout(file.carried),
})

const nodeFields = ({ rank, account, own, direct, weight, amount }: NodePay) => ({
  rank,
  account,
  own: own.toString(),
  direct: direct.toString(),
  weight: weight.toString(),
  ...formatPayout(amount),
})

const memberFields = ({ account, inviter }: FiledMember) => ({ account, inviter })

const stakeFields = (stake: FiledStake) => ({
  account: stake.account,
  token: stake.token,
  principal: stake.principal.toString(),
  value: stake.value.toString(),
  startsAt: stake.startsAt.toString(),
  maturesAt: stake.maturesAt.toString(),
  reference: stake.reference,
})

const compare = (a: string | bigint, b: string | bigint): number => (a < b ? -1 : Number(a > b))

const byAccount = (a: FiledMember, b: FiledMember) => compare(a.account, b.account)
const byBeginning = (a: FiledStake, b: FiledStake) =>
  compare(a.startsAt, b.startsAt) || compare(a.account, b.account) || compare(a.reference, b.reference)

const byReference = (a: FiledEnd, b: FiledEnd) => compare(a.reference, b.reference)
const endFields = ({ reference, endedAt }: FiledEnd) => ({ reference, endedAt: endedAt.toString() })

/** The text of the file in pieces. Members and stakes are sorted, in whatever order they are given. */
export const nodeFileText = (file: NodeFile): AsyncIterable<string> =>
  resultText<object>(fieldsOf(file), {
    nodes: file.nodes.map(nodeFields),
    members: file.members.toSorted(byAccount).map(memberFields),
    stakes: file.stakes.toSorted(byBeginning).map(stakeFields),
    // Left out if there are none, as in the files of weeks without claims.
    ...(file.ended.length > 0 ? { ended: file.ended.toSorted(byReference).map(endFields) } : {}),
  })

const publishedSchema = z.object({
  ...publishedFields('nodes', publishedNodeRules),
  flushes: z.array(publishedEvent.extend({ amount: whole })),
  members: z.array(z.object({ account: hex(20), inviter: hex(20) })),
  stakes: z.array(
    z.object({
      account: hex(20),
      token: z.enum(['USDT', 'DR']),
      principal: whole,
      startsAt: whole,
      maturesAt: whole,
      reference: z.string(),
    }),
  ),
  ended: z.array(z.object({ reference: z.string(), endedAt: whole })).default([]),
})

/**
 * The fields of a published result that recomputing reads, without those that the chain's events determine.
 */
export type PublishedNodeFile = z.output<typeof publishedSchema>

/** @throws ZodError if the text is not a published result of nodes. */
export const readPublishedNodeFile = (text: string): PublishedNodeFile =>
  publishedSchema.parse(JSON.parse(text))
