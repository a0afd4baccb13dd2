import type { Database } from '@dr/server/platform/database/database'

const LOOK_MS = 20

/**
 * Measures how long activity waits to be folded: notes the queue's newest entry, waits until it is gone,
 * and repeats. `end` waits for the last, and returns the longest time in milliseconds.
 */
export const watchLag = (database: Database): { end(): Promise<number> } => {
  let ending = false
  const newest = async (): Promise<bigint | null> => {
    const { rows } = await database.read.query<{ id: bigint | null }>({
      name: 'bench_lag_newest',
      text: 'SELECT max(id) AS id FROM activity',
    })
    return rows[0]?.id ?? null
  }
  const isWaiting = async (id: bigint): Promise<boolean> => {
    const { rows } = await database.read.query({
      name: 'bench_lag_waits',
      text: 'SELECT 1 FROM activity WHERE id <= $1 LIMIT 1',
      values: [id],
    })
    return rows.length > 0
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  const watch = async (): Promise<number> => {
    let longest = 0
    while (!ending) {
      const id = await newest()
      const seen = performance.now()
      while (id !== null && (await isWaiting(id))) await pause()
      longest = Math.max(longest, performance.now() - seen)
      await pause()
    }
    return longest
  }
  const watching = watch()
  return {
    end: () => {
      ending = true
      return watching
    },
  }
}
