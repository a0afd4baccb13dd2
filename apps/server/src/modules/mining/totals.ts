/** Running totals of the mine: summing its history up would cost more with every day, and anybody may ask. */
import type { Reader, Tx } from '../../platform/database/database.ts'

export interface MiningTotals {
  readonly machines: bigint
  /** Base units. */
  readonly drgvBurned: bigint
}

/** Adds an event's part. Written by the indexer alone. */
export const addToTotals = async (tx: Tx, { machines, drgvBurned }: MiningTotals): Promise<void> => {
  await tx.query({
    name: 'mining_total_add',
    text: `INSERT INTO mining_total AS t (machines, drgv_burned) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET machines = t.machines + excluded.machines,
        drgv_burned = t.drgv_burned + excluded.drgv_burned`,
    values: [machines, drgvBurned],
  })
}

export const readTotals = async (reader: Reader): Promise<MiningTotals> => {
  const { rows } = await reader.query<MiningTotals>({
    name: 'mining_total_read',
    text: 'SELECT machines, drgv_burned AS "drgvBurned" FROM mining_total',
  })
  return rows[0] ?? { machines: 0n, drgvBurned: 0n }
}
