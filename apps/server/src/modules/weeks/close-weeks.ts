/**
 * Closes the weeks of a pool: late or on time, by one caller or several, each week once and with the same
 * result.
 */
import { weekEnd, weeksDue } from '@dr/protocol/rules/weeks'
import type { Logger } from 'pino'
import { dateOfUnix, readChainClock } from '../../platform/chain/chain-clock.ts'
import type { AdvanceHook } from '../../platform/chain/chain-events.ts'
import { type Database, type Reader, savepoint, type Tx } from '../../platform/database/database.ts'
import { isRetryable } from '../../platform/errors.ts'
import type { Tick } from '../../platform/tick.ts'
import { type JournalReason, type Posting, postAllJournals } from '../ledger/index.ts'
import { addPayouts, type Payout } from './payout.rules.ts'
import type { PoolWeek, WeeklyPool } from './weekly-pool.ts'

const CLOSE_SECONDS = 60

/** A week that is being closed. */
interface WeekToClose {
  readonly week: bigint
  /** Income of the week from all sources. Base units. */
  readonly income: Payout
  /** Remainder of the week before. */
  readonly carriedIn: Payout
}

/** The result of a week by the pool's rules. */
interface WeekOutcome<Own, Rules> {
  /** income + carried in = what the journals take out of the pool + carried, for each token. */
  readonly carried: Payout
  readonly rules: Rules
  /** The pool's own figures. */
  readonly own: Own
  /** Journals at the week's end, whenever they are posted; one without postings is skipped. */
  readonly journals: readonly {
    readonly key: string
    readonly reason: JournalReason
    readonly postings: readonly Posting[]
  }[]
  /** Inserts the rows that belong to the week's row. */
  insertParts(tx: Tx): Promise<void>
}

export interface WeekClosing<Own, Rules> {
  readonly pool: WeeklyPool<Own, Rules>
  /** Kind of the journals' source. */
  readonly source: string
  /** The week of the emission's start. */
  readonly firstWeek: bigint
  /** Prevents other transactions from closing a week until this one ends. */
  lock(tx: Tx): Promise<void>
  /** Whether all is booked that happened before `end` (Unix seconds); until then no week closes. */
  readonly isComplete?: (tx: Tx, end: bigint) => Promise<boolean>
  /** Reads and writes what the pool's rules need. */
  close(tx: Tx, open: WeekToClose): Promise<WeekOutcome<Own, Rules>>
}

const closeOne = async <Own, Rules>(
  tx: Tx,
  closing: WeekClosing<Own, Rules>,
  closedAt: bigint,
): Promise<void> => {
  const { pool, source: kind, firstWeek } = closing
  const week = await pool.openWeek(tx, firstWeek)
  const carriedIn = await pool.readCarry(tx)
  const income = await pool.incomeOf(tx, week)
  const all = addPayouts(income['swap-fees'], income.operator)
  const { journals, carried, rules, own, insertParts } = await closing.close(tx, {
    week,
    income: all,
    carriedIn,
  })
  const pair = ({ USDT, DR }: Payout) => [USDT.toString(), DR.toString()]
  const source = {
    kind,
    week: Number(week),
    swapFees: pair(income['swap-fees']),
    operator: pair(income.operator),
    carried: pair(carriedIn),
  }
  const at = dateOfUnix(weekEnd(week))
  const posted = journals.filter(({ postings }) => postings.length > 0)
  // Posted together, so that their accounts are locked in id order, like those of a credit of an earlier
  // week.
  await postAllJournals(
    tx,
    posted.map((journal) => ({ ...journal, at, source })),
  )
  const closed: PoolWeek<Rules> = { week, income, carriedIn, carried, rules, closedAt }
  await pool.insertWeek(tx, { ...closed, ...own })
  await insertParts(tx)
}

/** Number of weeks that have ended at `now` and are not closed. */
export const countDue = async (
  reader: Reader,
  {
    pool,
    firstWeek,
  }: Pick<WeekClosing<unknown, unknown>, 'firstWeek'> & {
    readonly pool: Pick<WeeklyPool<unknown, unknown>, 'openWeek'>
  },
  now: bigint,
): Promise<number> => weeksDue({ next: await pool.openWeek(reader, firstWeek), now }).length

/**
 * Closes at most `limit` weeks that have ended by the chain's clock, oldest first; returns their number. A
 * week is closed only once: of two concurrent callers the second waits, and finds nothing left to do.
 */
export const closeDue = async <Own, Rules>(
  tx: Tx,
  closing: WeekClosing<Own, Rules>,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const clock = await readChainClock(tx)
  if (!clock || (await countDue(tx, closing, clock.timestamp)) === 0) return 0
  await closing.lock(tx)
  const count = Math.min(limit, await countDue(tx, closing, clock.timestamp))
  for (let closed = 0; closed < count; closed += 1) {
    const week = await closing.pool.openWeek(tx, closing.firstWeek)
    if (closing.isComplete && !(await closing.isComplete(tx, weekEnd(week)))) return closed
    await closeOne(tx, closing, clock.timestamp)
  }
  return count
}

/**
 * Closes due weeks and isolates failures: for the indexer, in the transaction that moved the clock, and
 * before an account is read. A week that cannot be closed is logged and stays open; it does not stop earlier
 * weeks, the chain's events, or withdrawals of earlier credits. The tick tries again, and throws.
 */
export const closeWithTheClock = async <Own, Rules>(
  tx: Tx,
  closing: WeekClosing<Own, Rules>,
  { now, logger }: { readonly now: bigint; readonly logger: Pick<Logger, 'error'> },
): Promise<void> => {
  if ((await countDue(tx, closing, now)) === 0) return
  try {
    while ((await savepoint(tx, () => closeDue(tx, closing, 1))) > 0);
  } catch (error) {
    if (isRetryable(error)) throw error
    logger.error({ err: error, pool: closing.pool.account }, 'a week could not be closed')
  }
}

/**
 * Weeks are closed when the indexer moves the clock; the tick covers a clock that did not move, or a restart
 * at the last second.
 */
export const closingParts = <Own, Rules>(
  database: Database,
  closing: WeekClosing<Own, Rules>,
  { name, logger }: { readonly name: string; readonly logger: Pick<Logger, 'error'> },
): { readonly tick: Tick; readonly hook: AdvanceHook } => ({
  tick: {
    name,
    schedule: CLOSE_SECONDS,
    run: async (signal) => {
      while (!signal.aborted && (await database.transaction((tx) => closeDue(tx, closing, 1))) > 0);
    },
  },
  hook: { name, run: (tx, { to }) => closeWithTheClock(tx, closing, { now: to.timestamp, logger }) },
})
