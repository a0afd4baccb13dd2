import type { Reader, Tx } from '../../platform/database/database.ts'

/** Adds the burn of a final withdrawal, base units of DR. Called only by the indexer. */
export const addToBurned = async (tx: Tx, amount: bigint): Promise<void> => {
  await tx.query({
    name: 'withdrawal_burned_add',
    text: `INSERT INTO withdrawal_total AS t (token, burned) VALUES ('DR', $1)
      ON CONFLICT (token) DO UPDATE SET burned = t.burned + excluded.burned`,
    values: [amount],
  })
}

/** DR burned by final withdrawals, base units. */
export const burnedTotal = async (reader: Reader): Promise<bigint> => {
  const { rows } = await reader.query<{ burned: bigint }>({
    name: 'withdrawal_burned_total',
    text: `SELECT burned FROM withdrawal_total WHERE token = 'DR'`,
  })
  return rows[0]?.burned ?? 0n
}
