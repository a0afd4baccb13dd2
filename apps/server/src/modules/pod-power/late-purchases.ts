import type { Reader } from '../../platform/database/database.ts'

/** An event of the chain, by its transaction and its number in the block. */
export interface EventName {
  readonly txHash: `0x${string}`
  readonly logIndex: number
}

/** Purchases that were counted in `week` though they happened before it: they were in suspense until their own was closed. */
export const latePurchases = async (reader: Reader, week: bigint): Promise<EventName[]> => {
  const { rows } = await reader.query<{ tx_hash: `0x${string}`; log_index: number }>({
    name: 'pod_purchases_late',
    text: `SELECT tx_hash, log_index FROM pod_purchase WHERE week = $1 AND at < 345600 + week * 604800
      ORDER BY block_number, log_index`,
    values: [week],
  })
  return rows.map((row) => ({ txHash: row.tx_hash, logIndex: Number(row.log_index) }))
}
