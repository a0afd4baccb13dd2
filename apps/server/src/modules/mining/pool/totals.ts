/** Running totals of mining: summing the history for each public request would cost more every day. */
import type { Reader, Tx } from '../../../platform/database/database.ts'

export interface MiningTotals {
  readonly machines: bigint
  /** DRGV burned by purchases and electricity, base units. */
  readonly drgvBurned: bigint
  /** The part of it that electricity burned. */
  readonly electricity: bigint
}

/** Adds an event's part. Written only by the indexer. */
export const addToTotals = async (
  tx: Tx,
  { machines, drgvBurned, electricity }: MiningTotals,
): Promise<void> => {
  await tx.query({
    name: 'mining_total_add',
    text: `INSERT INTO mining_total AS t (machines, drgv_burned, electricity) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET machines = t.machines + excluded.machines,
        drgv_burned = t.drgv_burned + excluded.drgv_burned,
        electricity = t.electricity + excluded.electricity`,
    values: [machines, drgvBurned, electricity],
  })
}

export const readTotals = async (reader: Reader): Promise<MiningTotals> => {
  const { rows } = await reader.query<MiningTotals>({
    name: 'mining_total_read',
    text: 'SELECT machines, drgv_burned AS "drgvBurned", electricity FROM mining_total',
  })
  return rows[0] ?? { machines: 0n, drgvBurned: 0n, electricity: 0n }
}
