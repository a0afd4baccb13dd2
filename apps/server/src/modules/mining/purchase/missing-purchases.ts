import type { Reader } from '../../../platform/database/database.ts'

/**
 * Purchases that the chain must have made and the database does not know: the contract counts them from 1
 * without a gap. They are in suspense, or the endpoint never gave their events.
 */
export const missingPurchases = async (reader: Reader): Promise<number> => {
  const { rows } = await reader.query<{ missing: bigint }>({
    text: 'SELECT coalesce(max(id), 0) - count(*) AS missing FROM mining_purchase',
  })
  return Number(rows[0]?.missing ?? 0)
}
