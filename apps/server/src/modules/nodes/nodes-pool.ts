/** The weekly pool that nodes share. */
import { createWeeklyPool, type Payout, type PoolWeek, type PoolWeekRow } from '../weeks/index.ts'
import { type PublishedNodeRules, publishedNodeRules } from './node-config.rules.ts'

/** Figures of a week of nodes. For each token: income + carried in = paid + carried. Base units. */
export interface NodeFigures {
  readonly paid: Payout
  readonly nodes: number
  /** Total weight of all nodes, USD with 18 decimals. */
  readonly weight: bigint
}

export type ClosedNodeWeek = PoolWeek<PublishedNodeRules> & NodeFigures

interface Row extends PoolWeekRow {
  readonly paid_usdt: bigint
  readonly paid_dr: bigint
  readonly nodes: number
  readonly weight: bigint
}

export const nodesPool = createWeeklyPool<Row, NodeFigures, PublishedNodeRules>({
  name: 'node',
  vault: 2,
  account: 'node-pool',
  ownColumns: ['paid_usdt', 'paid_dr', 'nodes', 'weight'],
  ownOf: (row) => ({
    paid: { USDT: row.paid_usdt, DR: row.paid_dr },
    nodes: Number(row.nodes),
    weight: row.weight,
  }),
  ownValues: ({ paid, nodes, weight }) => [paid.USDT, paid.DR, nodes, weight],
  rulesOf: (stored) => publishedNodeRules.parse(stored),
})

/** Audits whether the `node-pool` account holds the amount that the next close will divide; runs hourly. */
export const auditNodes = nodesPool.audit
