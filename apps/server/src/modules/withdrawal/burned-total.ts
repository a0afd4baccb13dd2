import type { Reader } from '../../platform/database/database.ts'

/** DR burned by final withdrawals, base units. */
export const burnedTotal = async (reader: Reader): Promise<bigint> => {
  const { rows } = await reader.query<{ burned: bigint }>({
    name: 'withdrawal_burned_total',
    text: 'SELECT coalesce(sum(burn_amount), 0) AS burned FROM withdrawal WHERE final',
  })
  return rows[0]?.burned ?? 0n
}
