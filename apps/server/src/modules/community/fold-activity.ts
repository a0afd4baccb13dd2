import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { oldestActivity, takeActivity } from '../activity/index.ts'
import { COMMUNITY, foldBatch } from './fold.rules.ts'
import { placeMembers } from './place-members.ts'
import { RememberedTree } from './remembered-tree.ts'
import { writeFolded } from './write-folded.ts'

/** Activities folded in one transaction: some ten thousand rows in a tree as people grow them, a second's work. */
export const FOLD_BATCH = 4_000
/** How long an activity may wait for the next look at the queue. */
const FOLD_PAUSE_MS = 100

/**
 * One fold at a time, whoever runs it. Rows are looked up by their keys, however many a batch has: plans that are made for
 * the arrays at hand read a whole table instead, on each connection anew.
 */
const lockFold = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.query({
    name: 'team_fold_lock',
    text: `SELECT FROM team_member m,
        (SELECT set_config('plan_cache_mode', 'force_generic_plan', true)) AS planned_without_values
      WHERE m.user_id = $1 FOR UPDATE OF m`,
    values: [COMMUNITY],
  })
  if (!rows[0]) throw new FatalError('the community has no row')
}

/**
 * The last day of all: the community has part in everything. A statement of its own, behind the lock: one that waited for
 * the lock would still read other rows as they were before.
 */
const readLatestDay = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.query<{ day: number }>({
    name: 'team_latest_day',
    text: 'SELECT day FROM team_member WHERE user_id = $1',
    values: [COMMUNITY],
  })
  return (rows[0] as { day: number }).day
}

interface FoldInput {
  /** Activities at most. */
  readonly limit: number
  /** This process's, and of nothing but folds: what it knows of one that was undone the next finds out by itself. */
  readonly memory: RememberedTree
}

/**
 * Folds the oldest of what waits; how much it was. Taken and counted in one transaction: a fold that is killed has done
 * nothing.
 *
 * @throws {TreeChangedError} another process folded, or a fold of this one was undone: `memory` is of no use any more
 */
export const foldSome = async (tx: Tx, { limit, memory }: FoldInput): Promise<number> => {
  await lockFold(tx)
  const batch = await takeActivity(tx, limit)
  if (batch.length === 0) return 0
  const latest = await readLatestDay(tx)
  await memory.load(tx)
  const placed = await placeMembers(tx, batch, memory)
  await writeFolded(tx, foldBatch(batch, placed), { memory, latest })
  return batch.length
}

/** Everything that waits, batch by batch; how much it was. */
export const foldAll = async (
  database: Database,
  {
    signal,
    batch = FOLD_BATCH,
    memory = new RememberedTree(),
  }: { readonly signal?: AbortSignal; readonly batch?: number; readonly memory?: RememberedTree } = {},
): Promise<number> => {
  let all = 0
  while (!signal?.aborted) {
    const folded = await database.transaction((tx) => foldSome(tx, { limit: batch, memory }))
    all += folded
    if (folded < batch) break
  }
  return all
}

/** Folds as things happen, until `signal`. What it throws ends it: its tick begins it again, remembering nothing. */
export const keepFolding = async (database: Database, signal: AbortSignal): Promise<void> => {
  const memory = new RememberedTree()
  while (!signal.aborted) {
    if ((await oldestActivity(database.read)) !== null) await foldAll(database, { signal, memory })
    await delay(FOLD_PAUSE_MS, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}
