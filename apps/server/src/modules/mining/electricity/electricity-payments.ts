import type { ElectricityPayment } from '@dr/protocol/calls/user-mining'
import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { decodeCursor, type Page, toPage } from '../../../platform/pagination.ts'

interface PaymentRow {
  seq: bigint
  order_id: string
  at: bigint
  periods: bigint | number
  drgv_burned: bigint
  tx_hash: string
  machines: ElectricityPayment['machines']
}

/**
 * The page first, then the products of its machines: a machine's purchase is its id without the 7 bits of its
 * offset.
 */
const PAYMENTS = `
  SELECT a.seq, a.order_id, a.at, a.periods, a.drgv_burned, a.tx_hash, m.machines
  FROM (
    SELECT * FROM mining_activation
    WHERE user_id = $1 AND ($2::bigint IS NULL OR seq < $2) ORDER BY seq DESC LIMIT $3
  ) a CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('productId', product_id, 'name', name, 'tier', tier, 'count', count)
      ORDER BY tier, product_id) AS machines
    FROM (
      SELECT d.product_id, d.name, d.tier, sum(paid.count)::int AS count
      FROM (SELECT id >> 7 AS purchase_id, count(*) AS count FROM unnest(a.machine_ids) AS id GROUP BY 1) paid
        JOIN mining_purchase p ON p.id = paid.purchase_id
        JOIN mining_product d ON d.product_id = p.product_id
      GROUP BY d.product_id
    ) product
  ) m ORDER BY a.seq DESC`

/** A user's final payments of electricity, newest first, each with the products of its machines. */
export const electricityPayments = async (
  reader: Reader,
  { userId, cursor, limit }: { userId: UserId; cursor?: string | undefined; limit: number },
): Promise<Page<ElectricityPayment>> => {
  const { rows } = await reader.query<PaymentRow>({
    name: 'mining_activations_of_user',
    text: PAYMENTS,
    values: [userId, cursor === undefined ? null : decodeCursor(cursor), limit + 1],
  })
  return toPage(rows, {
    limit,
    idOf: ({ seq }) => seq,
    itemOf: (row) => ({
      orderId: row.order_id,
      machines: row.machines,
      periods: Number(row.periods),
      drgvBurned: row.drgv_burned.toString(),
      at: Number(row.at),
      txHash: row.tx_hash,
    }),
  })
}
