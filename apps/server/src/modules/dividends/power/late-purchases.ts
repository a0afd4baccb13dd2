import type { Reader } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { EventName } from '../../weeks/index.ts'

/**
 * Purchases that were counted in `week` though they happened before it: they were in suspense until their own
 * was closed.
 */
export const latePurchases = async (reader: Reader, week: bigint): Promise<EventName[]> => {
  const { rows } = await reader.query<{ tx_hash: LowerHex; log_index: number }>({
    name: 'pod_purchases_late',
    text: `SELECT tx_hash, log_index FROM pod_purchase WHERE week = $1 AND at < 345600 + week * 604800
      ORDER BY block_number, log_index`,
    values: [week],
  })
  return rows.map((row) => ({ txHash: row.tx_hash, logIndex: Number(row.log_index) }))
}
