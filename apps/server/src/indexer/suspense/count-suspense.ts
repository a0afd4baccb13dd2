import type { Reader } from '../../platform/database/database.ts'

/** Number of events in suspense that nothing resolved yet. */
export const countSuspense = async (reader: Reader): Promise<number> => {
  const { rows } = await reader.query<{ waiting: bigint }>({
    name: 'suspense_waiting',
    text: 'SELECT count(*) AS waiting FROM suspense_event WHERE resolved_at IS NULL',
  })
  return Number(rows[0]?.waiting ?? 0)
}
