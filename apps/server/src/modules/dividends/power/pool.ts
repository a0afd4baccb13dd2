/** The pool's row, its closes, and the week's sums over all holders. */
import type { Reader, Tx } from '../../../platform/database/database.ts'
import { type ClosePoint, newPledgePool, type PledgePool } from './scaled-power.rules.ts'

interface IndexRow {
  generation: bigint
  index_left: bigint
  paid_usdt: bigint
  paid_dr: bigint
}

const indexOf = (row: IndexRow) => ({
  generation: row.generation,
  index: { left: row.index_left, paid: { USDT: row.paid_usdt, DR: row.paid_dr } },
})

/**
 * Excludes changes of pledges from a running close and the reverse, until this transaction ends: `close`
 * waits for changes in progress, `change` for a close. Purchases need no lock: the indexer itself closes
 * weeks, after their events.
 */
export const lockWeeks = async (tx: Tx, as: 'close' | 'change'): Promise<void> => {
  const lock = as === 'close' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  await tx.query({
    name: `pod_lock_weeks_${as}`,
    text: `SELECT ${lock}(hashtextextended('pod-weeks', 0))`,
  })
}

/** The pool after the last close; empty and in `firstWeek` before the first. */
export const readPool = async (reader: Reader, firstWeek: bigint): Promise<PledgePool> => {
  const { rows } = await reader.query<IndexRow & { week: bigint; shares: bigint }>({
    name: 'pod_pool_read',
    text: 'SELECT week, generation, index_left, paid_usdt, paid_dr, shares FROM pod_pool',
  })
  const row = rows[0]
  return row ? { ...indexOf(row), week: row.week, shares: row.shares } : newPledgePool(firstWeek)
}

/** Writes the close point of a week, which never changes, and the pool of the next week. */
export const writeClose = async (
  tx: Tx,
  { point, before, after }: { point: ClosePoint; before: PledgePool; after: PledgePool },
): Promise<void> => {
  const { index } = point
  await tx.query({
    name: 'pod_close_insert',
    text: `INSERT INTO pod_close (week, generation, index_left, paid_usdt, paid_dr, ends_generation, shares, shares_after)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      point.week,
      point.generation,
      index.left,
      index.paid.USDT,
      index.paid.DR,
      point.endsGeneration,
      before.shares,
      after.shares,
    ],
  })
  await tx.query({
    name: 'pod_pool_write',
    text: `INSERT INTO pod_pool (week, generation, index_left, paid_usdt, paid_dr, shares) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (id) DO UPDATE SET week = excluded.week, generation = excluded.generation,
        index_left = excluded.index_left, paid_usdt = excluded.paid_usdt, paid_dr = excluded.paid_dr, shares = excluded.shares`,
    values: [
      after.week,
      after.generation,
      after.index.left,
      after.index.paid.USDT,
      after.index.paid.DR,
      after.shares,
    ],
  })
}

interface PointRow extends IndexRow {
  week: bigint
  ends_generation: boolean
}
const pointOf = (row: PointRow): ClosePoint => ({
  ...indexOf(row),
  week: row.week,
  endsGeneration: row.ends_generation,
})

/** Closes of `weeks`, and every end of a generation from `from` on; all before `before`, in order of time. */
export const readPoints = async (
  reader: Reader,
  { from, before, weeks }: { from: bigint; before: bigint; weeks: readonly bigint[] },
): Promise<ClosePoint[]> => {
  const { rows } = await reader.query<PointRow>({
    name: 'pod_close_points',
    text: `SELECT week, generation, index_left, paid_usdt, paid_dr, ends_generation FROM pod_close
      WHERE week < $2 AND (week = ANY($3::bigint[]) OR (ends_generation AND week >= $1)) ORDER BY week`,
    values: [from, before, weeks],
  })
  return rows.map(pointOf)
}

/** Every close up to `week`, with the pool's shares during and after it. */
export const readCloses = async (
  reader: Reader,
  week: bigint,
): Promise<{ readonly point: ClosePoint; readonly shares: bigint; readonly sharesAfter: bigint }[]> => {
  const { rows } = await reader.query<PointRow & { shares: bigint; shares_after: bigint }>({
    name: 'pod_closes',
    text: `SELECT week, generation, index_left, paid_usdt, paid_dr, ends_generation, shares, shares_after FROM pod_close
      WHERE week <= $1 ORDER BY week`,
    values: [week],
  })
  return rows.map((row) => ({ point: pointOf(row), shares: row.shares, sharesAfter: row.shares_after }))
}

export interface WeekSums {
  /** Fine power of all holders that joins at the week's end. */
  readonly joining: bigint
  /** Shares of all holders that leave at the week's end. */
  readonly leaving: bigint
}

/** Reads at most one row for each stripe, whatever the number of holders. */
export const readWeekSums = async (reader: Reader, week: bigint): Promise<WeekSums> => {
  const { rows } = await reader.query<WeekSums>({
    name: 'pod_week_sums',
    text: `SELECT coalesce(sum(joining), 0) AS joining, coalesce(sum(leaving), 0) AS leaving
      FROM pod_week_total WHERE week = $1`,
    values: [week],
  })
  return rows[0] as WeekSums
}

const STRIPES = 31n

/** Adds a request's part to the week's sums; users of different stripes do not wait for each other. */
export const addToWeekSums = async (
  tx: Tx,
  { week, userId, joining, leaving }: WeekSums & { week: bigint; userId: number },
): Promise<void> => {
  await tx.query({
    name: 'pod_week_total_add',
    text: `INSERT INTO pod_week_total AS t (week, stripe, joining, leaving) VALUES ($1, $2, $3, $4)
      ON CONFLICT (week, stripe) DO UPDATE SET joining = t.joining + excluded.joining, leaving = t.leaving + excluded.leaving`,
    values: [week, 1n + (BigInt(userId) % STRIPES), joining, leaving],
  })
}
