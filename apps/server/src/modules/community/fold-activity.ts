import type { Database, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { pause } from '../../platform/pause.ts'
import { oldestActivity, takeActivity } from '../activity/index.ts'
import { COMMUNITY, foldBatch } from './fold.rules.ts'
import { placeMembers } from './place-members.ts'
import { writeFolded } from './write-folded.ts'

/** Activities folded in one transaction: some twenty thousand rows in a typical tree, a third of a second. */
const FOLD_BATCH = 4_000
/** Pause before the queue is read again. */
const FOLD_PAUSE_MS = 100

/**
 * Locks the fold, so that one runs at a time in all processes. Forces generic plans, which look rows up by
 * their keys: plans made for the given arrays would read a whole table, on each connection again. @returns
 * the last day with any activity except joins, for the community; −1: none yet
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
 * Folds at most `limit` of the oldest waiting activities in one transaction, so that a killed fold has no
 * effect. Returns their number.
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

/** Folds all waiting activities, batch by batch; returns their number. */
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

/** Folds activities continuously until `signal`. An error ends it, and its tick starts it again. */
export const keepFolding = async (database: Database, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    if ((await oldestActivity(database.read)) !== null) await foldAll(database, { signal })
    await pause(FOLD_PAUSE_MS, signal)
  }
}
