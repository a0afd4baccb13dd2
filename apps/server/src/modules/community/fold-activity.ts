import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Tx } from '../../platform/database/database.ts'
import { oldestActivity, takeActivity } from '../activity/index.ts'
import { COMMUNITY, foldBatch } from './fold.rules.ts'
import { placeMembers, readUpwards } from './place-members.ts'
import { writeFolded } from './write-folded.ts'

/** Activities folded in one transaction: some ten thousand rows in a tree as people grow them, a second's work. */
export const FOLD_BATCH = 4_000
/** How long an activity may wait for the next look at the queue. */
const FOLD_PAUSE_MS = 100

/**
 * Folds the oldest of what waits; how much it was. Taken and counted in one transaction: a fold that is killed has done
 * nothing. The community's row is the lock: one fold at a time, whoever runs it.
 */
export const foldSome = async (tx: Tx, limit: number): Promise<number> => {
  await tx.query({
    name: 'team_fold_lock',
    text: 'SELECT 1 FROM team_member WHERE user_id = $1 FOR UPDATE',
    values: [COMMUNITY],
  })
  const batch = await takeActivity(tx, limit)
  if (batch.length === 0) return 0
  const before = await placeMembers(tx, batch)
  const tree = await readUpwards(tx, [...new Set(batch.map(({ userId }) => userId))])
  await writeFolded(tx, foldBatch(batch, { tree, before }))
  return batch.length
}

/** Everything that waits, batch by batch; how much it was. */
export const foldAll = async (
  database: Database,
  { signal, batch = FOLD_BATCH }: { readonly signal?: AbortSignal; readonly batch?: number } = {},
): Promise<number> => {
  let all = 0
  while (!signal?.aborted) {
    const folded = await database.transaction((tx) => foldSome(tx, batch))
    all += folded
    if (folded < batch) break
  }
  return all
}

/** Folds as things happen, until `signal`. What it throws ends it: its tick begins it again. */
export const keepFolding = async (database: Database, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    if ((await oldestActivity(database.read)) !== null) await foldAll(database, { signal })
    await delay(FOLD_PAUSE_MS, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}
