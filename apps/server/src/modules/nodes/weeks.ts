/** Closed weeks of the node pool as they are kept. */

import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { NO_PAYOUT, type Payout } from '../weeks/index.ts'
import { type PublishedNodeRules, publishedNodeRules } from './node-config.rules.ts'
import type { NodePay, NodePoolIncome } from './node-week.rules.ts'

type Hex = `0x${string}`

/** For each token: income + carried in = paid + carried. */
export interface ClosedNodeWeek {
  readonly week: bigint
  readonly income: NodePoolIncome
  readonly carriedIn: Payout
  readonly paid: Payout
  readonly carried: Payout
  readonly nodes: number
  readonly weight: bigint
  /** The rules it was closed by. */
  readonly rules: PublishedNodeRules
  /** The chain's time, Unix seconds. */
  readonly closedAt: bigint
}

interface WeekRow {
  week: bigint
  fees_usdt: bigint
  fees_dr: bigint
  operator_usdt: bigint
  operator_dr: bigint
  carried_in_usdt: bigint
  carried_in_dr: bigint
  paid_usdt: bigint
  paid_dr: bigint
  carried_usdt: bigint
  carried_dr: bigint
  nodes: number
  weight: bigint
  rules: unknown
  closed_at: bigint
}

const COLUMNS = `week, fees_usdt, fees_dr, operator_usdt, operator_dr, carried_in_usdt, carried_in_dr, paid_usdt, paid_dr,
  carried_usdt, carried_dr, nodes, weight, rules, closed_at`

const weekOfRow = (row: WeekRow): ClosedNodeWeek => ({
  week: row.week,
  income: {
    'swap-fees': { USDT: row.fees_usdt, DR: row.fees_dr },
    operator: { USDT: row.operator_usdt, DR: row.operator_dr },
  },
  carriedIn: { USDT: row.carried_in_usdt, DR: row.carried_in_dr },
  paid: { USDT: row.paid_usdt, DR: row.paid_dr },
  carried: { USDT: row.carried_usdt, DR: row.carried_dr },
  nodes: Number(row.nodes),
  weight: row.weight,
  rules: publishedNodeRules.parse(row.rules),
  closedAt: row.closed_at,
})

/** Closed weeks, newest first; before `before` where it is given. */
export const readNodeWeeks = async (
  reader: Reader,
  { before, limit }: { readonly before?: bigint | undefined; readonly limit: number },
): Promise<ClosedNodeWeek[]> => {
  const { rows } = await reader.query<WeekRow>({
    name: 'node_weeks_read',
    text: `SELECT ${COLUMNS} FROM node_week WHERE $1::bigint IS NULL OR week < $1 ORDER BY week DESC LIMIT $2`,
    values: [before ?? null, limit],
  })
  return rows.map(weekOfRow)
}

export const readNodeWeek = async (reader: Reader, week: bigint): Promise<ClosedNodeWeek | undefined> => {
  const [found] = await readNodeWeeks(reader, { before: week + 1n, limit: 1 })
  return found?.week === week ? found : undefined
}

/** The first week that is not closed. */
export const openWeek = async (reader: Reader, firstWeek: bigint): Promise<bigint> => {
  const [last] = await readNodeWeeks(reader, { limit: 1 })
  return last ? last.week + 1n : firstWeek
}

/** The pool's own money that no week has paid yet: what the last closed week left over. */
export const readNodeCarry = async (reader: Reader): Promise<Payout> => {
  const [last] = await readNodeWeeks(reader, { limit: 1 })
  return last?.carried ?? NO_PAYOUT
}

/** Closed weeks after `after` (all: null), oldest first. */
export const nodeWeeksAfter = async (reader: Reader, after: bigint | null): Promise<bigint[]> => {
  const { rows } = await reader.query<{ week: bigint }>({
    name: 'node_weeks_after',
    text: 'SELECT week FROM node_week WHERE $1::bigint IS NULL OR week > $1 ORDER BY week',
    values: [after],
  })
  return rows.map(({ week }) => week)
}

export const insertNodeWeek = async (tx: Tx, closed: ClosedNodeWeek): Promise<void> => {
  const { income, carriedIn, paid, carried } = closed
  const pair = ({ USDT, DR }: Payout) => [USDT, DR]
  await tx.query({
    name: 'node_week_insert',
    text: `INSERT INTO node_week (${COLUMNS})
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      ...[closed.week, ...pair(income['swap-fees']), ...pair(income.operator), ...pair(carriedIn)],
      ...[...pair(paid), ...pair(carried), closed.nodes, closed.weight],
      ...[closed.rules, closed.closedAt],
    ],
  })
}

/** A node of a closed week, and what it was paid. */
export interface NodeShare extends NodePay {
  readonly userId: UserId
}

export const insertShares = async (tx: Tx, week: bigint, shares: readonly NodeShare[]): Promise<void> => {
  if (shares.length === 0) return
  await tx.query({
    name: 'node_shares_insert',
    text: `INSERT INTO node_share (week, rank, user_id, account, own, direct, usdt, dr)
      SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[],
        $8::numeric[])`,
    values: [
      week,
      shares.map(({ rank }) => rank),
      shares.map(({ userId }) => userId),
      shares.map(({ account }) => account),
      shares.map(({ own }) => own),
      shares.map(({ direct }) => direct),
      shares.map(({ amount }) => amount.USDT),
      shares.map(({ amount }) => amount.DR),
    ],
  })
}

interface ShareRow {
  week: bigint
  rank: number
  user_id: bigint
  account: Hex
  own: bigint
  direct: bigint
  usdt: bigint
  dr: bigint
}

const shareOfRow = (row: ShareRow): NodeShare & { readonly week: bigint } => ({
  ...{ week: row.week, rank: Number(row.rank), userId: Number(row.user_id) as UserId, account: row.account },
  ...{ own: row.own, direct: row.direct, weight: row.own + row.direct },
  amount: { USDT: row.usdt, DR: row.dr },
})

const SELECT_SHARES = 'SELECT week, rank, user_id, account, own, direct, usdt, dr FROM node_share'

/** All nodes of a week, by rank. */
export const readShares = async (reader: Reader, week: bigint): Promise<NodeShare[]> => {
  const { rows } = await reader.query<ShareRow>({
    name: 'node_shares_of_week',
    text: `${SELECT_SHARES} WHERE week = $1 ORDER BY rank`,
    values: [week],
  })
  return rows.map(shareOfRow)
}

/** One user's, of these weeks. */
export const readSharesOf = async (
  reader: Reader,
  { userId, weeks }: { readonly userId: UserId; readonly weeks: readonly bigint[] },
): Promise<(NodeShare & { readonly week: bigint })[]> => {
  const { rows } = await reader.query<ShareRow>({
    name: 'node_shares_of_user',
    text: `${SELECT_SHARES} WHERE user_id = $1 AND week = ANY($2::bigint[])`,
    values: [userId, weeks],
  })
  return rows.map(shareOfRow)
}

/** Until the transaction ends, nobody else closes a week, or adds to the one that is open. */
export const lockNodeWeeks = async (tx: Tx): Promise<void> => {
  await tx.query({
    name: 'node_lock_weeks',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('node-weeks', 0))`,
  })
}
