import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { oldestActivity, takeActivity } from '../activity/index.ts'
import { COMMUNITY, foldBatch } from './fold.rules.ts'
import { placeMembers } from './place-members.ts'
import { TreeCache, TreeChangedError } from './tree-cache.ts'
import { writeFolded } from './write-folded.ts'

/** Activities folded in one transaction: some twenty thousand rows in a tree as people grow them, a third of a second. */
const FOLD_BATCH = 4_000
/** How long an activity may wait for the next look at the queue. */
const FOLD_PAUSE_MS = 100

/**
 * One fold at a time, in whatever process it runs. Forces generic plans, which look rows up by their keys:
 * plans made for the values of a large batch read the whole table instead, and are made on each connection
 * again.
 *
 * @returns the last day with any activity other than joining: all activity counts for the community; −1: none
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

/** Takes and counts activities in one transaction: a fold that is killed leaves no trace. */
const foldSome = async (
  tx: Tx,
  { limit, memory }: { readonly limit: number; readonly memory: TreeCache },
): Promise<number> => {
  const latest = await lockFold(tx)
  await memory.load(tx)
  const batch = await takeActivity(tx, limit)
  if (batch.length === 0) return 0
  const placed = await placeMembers(tx, batch, memory)
  await writeFolded(tx, foldBatch(batch, placed), { memory, latest })
  return batch.length
}

/** Folds the oldest waiting activities, at most `limit`; returns how many. Calls must not overlap. */
export type Fold = (limit?: number) => Promise<number>

interface FoldOptions {
  /** Reported before a batch is folded again, since another process had folded. */
  readonly onChanged?: ((error: TreeChangedError) => void) | undefined
}

/**
 * The fold of one process, with a cache of the tree that serves its next fold. The cache is kept once its
 * fold is committed; if another process folded meanwhile, it is dropped and the fold tried again.
 *
 * The fold throws `TreeChangedError` when the counters contradict a cache that was read in the same
 * transaction.
 */
export const createFold = (database: Database, { onChanged }: FoldOptions = {}): Fold => {
  let remembered: TreeCache | undefined
  const fold = async (limit = FOLD_BATCH): Promise<number> => {
    const knewNothing = remembered === undefined
    try {
      const { count, memory } = await database.transaction(async (tx) => {
        const memory = remembered ?? new TreeCache()
        // The cache is outside the transaction: it is dropped first, so that a rollback leaves no wrong
        // cache.
        remembered = undefined
        return { count: await foldSome(tx, { limit, memory }), memory }
      })
      remembered = memory
      return count
    } catch (error) {
      if (knewNothing || !(error instanceof TreeChangedError)) throw error
      onChanged?.(error)
      return fold(limit)
    }
  }
  return fold
}

/** Folds all waiting activities, batch by batch; returns how many. */
export const foldAll = async (
  fold: Fold,
  { signal, batch = FOLD_BATCH }: { readonly signal?: AbortSignal; readonly batch?: number } = {},
): Promise<number> => {
  let all = 0
  while (!signal?.aborted) {
    const folded = await fold(batch)
    all += folded
    if (folded < batch) break
  }
  return all
}

/** Folds activities as they come, until `signal`. An error ends it; its tick starts it again. */
export const keepFolding = async (
  database: Database,
  signal: AbortSignal,
  options?: FoldOptions,
): Promise<void> => {
  const fold = createFold(database, options)
  await foldAll(fold, { signal }) // reads the tree at once, whether anything waits or not
  while (!signal.aborted) {
    if ((await oldestActivity(database.read)) !== null) await foldAll(fold, { signal })
    await delay(FOLD_PAUSE_MS, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}
