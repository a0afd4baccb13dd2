import type { MachinePurchase } from '@dr/protocol/calls/user-mining'
import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { decodeCursor, type Page, toPage } from '../../../platform/pagination.ts'

interface PurchaseRow {
  id: bigint
  order_id: string
  product_id: string
  name: string
  tier: bigint | number
  machine_count: bigint | number
  power: bigint
  usdt_paid: bigint
  drgv_burned: bigint
  bought_at: bigint
  life_end: bigint
  tx_hash: string
}

/** A user's final purchases of machines, newest first. */
export const machinePurchases = async (
  reader: Reader,
  { userId, cursor, limit }: { userId: UserId; cursor?: string | undefined; limit: number },
): Promise<Page<MachinePurchase>> => {
  const { rows } = await reader.query<PurchaseRow>({
    name: 'mining_purchases_of_user',
    text: `SELECT p.id, p.order_id, p.product_id, d.name, d.tier, p.machine_count, p.power, p.usdt_paid, p.drgv_burned,
        p.bought_at, p.life_end, p.tx_hash
      FROM mining_purchase p JOIN mining_product d ON d.product_id = p.product_id
      WHERE p.user_id = $1 AND ($2::bigint IS NULL OR p.id < $2) ORDER BY p.id DESC LIMIT $3`,
    values: [userId, cursor === undefined ? null : decodeCursor(cursor), limit + 1],
  })
  return toPage(rows, {
    limit,
    idOf: ({ id }) => id,
    itemOf: (row) => ({
      orderId: row.order_id,
      productId: row.product_id,
      name: row.name,
      tier: Number(row.tier),
      machineCount: Number(row.machine_count),
      power: Number(row.power),
      usdtPaid: row.usdt_paid.toString(),
      drgvBurned: row.drgv_burned.toString(),
      at: Number(row.bought_at),
      lifeEnd: Number(row.life_end),
      txHash: row.tx_hash,
    }),
  })
}
