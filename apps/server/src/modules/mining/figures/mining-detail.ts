import type { Machine, MachineState } from '@dr/protocol/calls/user-mining'
import { periodsLeft } from '@dr/protocol/rules/paid-until'
import type { Logger } from 'pino'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { beforeCursor, type Page, toPage } from '../../../platform/pagination.ts'
import { type PendingDeps, pendingForShowing } from '../electricity/pending-payments.ts'
import { mayBeProductId } from '../stock/products.ts'

interface MachineRow {
  id: bigint
  product_id: string
  name: string
  tier: bigint | number
  power: bigint
  state: MachineState
  bought_at: bigint
  paid_until: bigint | null
  chain_paid_until: bigint | null
  life_end: bigint
  tx_hash: string
}

/**
 * The state is derived, never stored: from the paid time, the clock ($3), and payments that are not final yet
 * ($4).
 */
const MACHINES = `
  SELECT * FROM (
    SELECT m.id, p.product_id, d.name, d.tier, p.power, p.bought_at, m.paid_until, m.chain_paid_until, p.life_end, p.tx_hash,
      CASE WHEN m.paid_until > $3 THEN 'producing'
        WHEN m.id = ANY($4::bigint[]) THEN 'activated'
        WHEN m.paid_until IS NULL THEN 'not-activated'
        ELSE 'paused' END AS state
    FROM mining_machine m
      JOIN mining_purchase p ON p.id = m.purchase_id
      JOIN mining_product d ON d.product_id = p.product_id
    WHERE m.user_id = $1 AND m.id < $2 AND ($6::text IS NULL OR p.product_id = $6)
  ) machine
  WHERE $5::text IS NULL OR state = $5 ORDER BY id DESC LIMIT $7`

const machineOf = (row: MachineRow, now: bigint): Machine => ({
  machineId: row.id.toString(),
  productId: row.product_id,
  name: row.name,
  tier: Number(row.tier),
  power: Number(row.power),
  state: row.state,
  boughtAt: Number(row.bought_at),
  paidUntil: row.paid_until === null ? null : Number(row.paid_until),
  lifeEnd: Number(row.life_end),
  periodsLeft: periodsLeft({
    at: Number(now),
    paidUntil: row.chain_paid_until === null ? null : Number(row.chain_paid_until),
    lifeEnd: Number(row.life_end),
  }),
  txHash: row.tx_hash,
})

/** The backpack: a user's machines, newest first. */
export const miningDetail = async (
  deps: PendingDeps & { readonly logger: Logger; readonly reader: Reader },
  query: {
    readonly userId: UserId
    readonly account: LowerHex
    readonly state?: MachineState | undefined
    readonly productId?: string | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<Page<Machine>> => {
  const { reader } = deps
  const { userId, account, state, productId, cursor, limit } = query
  const before = beforeCursor(cursor)
  if (productId !== undefined && !mayBeProductId(productId)) return { items: [], nextCursor: null }
  const pending = await pendingForShowing(deps, reader, { account })
  const { timestamp: now } = await chainNow(reader)
  const { rows } = await reader.query<MachineRow>({
    name: 'mining_detail',
    text: MACHINES,
    values: [userId, before, now, pending, state ?? null, productId ?? null, limit + 1],
  })
  return toPage(rows, { limit, idOf: ({ id }) => id, itemOf: (row) => machineOf(row, now) })
}
