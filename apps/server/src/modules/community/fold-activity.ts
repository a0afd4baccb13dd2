import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { oldestActivity, takeActivity } from '../activity/index.ts'
import { COMMUNITY, foldBatch } from './fold.rules.ts'
import { placeMembers } from './place-members.ts'
import { writeFolded } from './write-folded.ts'

/**
 * Activities folded in one transaction: some twenty thousand rows in a tree as people grow them, a third of a
 * second.
 */
const FOLD_BATCH = 4_000
/** How long an activity may wait for the next look at the queue. */
const FOLD_PAUSE_MS = 100

/**
 * One fold at a time, in any process. Rows are looked up by their keys, however many a batch has: plans that
 * are made for the arrays at hand read a whole table instead, on each connection again.
 *
 * @returns the last day that anything was done on, but for joining, which counts for the community; −1: none
 * yet
 */
const lockFold = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.query<{ day: number }>({
    name: 'team_fold_lock',
    text: `SELECT m.day FROM team_member m,
        (SELECT set_config('plan_cache_mode', 'force_generic_plan', true)) AS planned_without_values
      WHERE m.user_id = $1 FOR UPDATE OF m`,
    values: [COMMUNITY],
  })
  const [community] = rows
  if (!community) throw new FatalError('the community has no row')
  return community.day
}

/**
 * Folds the oldest of what waits, `limit` at most, in one transaction: a fold that is killed has done
 * nothing. How many.
 */
export const foldSome = (database: Database, limit = FOLD_BATCH): Promise<number> =>
  database.transaction(async (tx) => {
    const latest = await lockFold(tx)
    const batch = await takeActivity(tx, limit)
    if (batch.length === 0) return 0
    const placed = await placeMembers(tx, batch)
    await writeFolded(tx, foldBatch(batch, placed), { tree: placed.tree, latest })
    return batch.length
  })

/** Folds all waiting activities, batch by batch; returns how many. */
export const foldAll = async (
  database: Database,
  { signal, batch = FOLD_BATCH }: { readonly signal?: AbortSignal; readonly batch?: number } = {},
): Promise<number> => {
  let all = 0
  while (!signal?.aborted) {
    const folded = await foldSome(database, batch)
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
