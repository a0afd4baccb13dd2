import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { AnnouncementListener, Change, Listening } from './announcements/announcements.ts'

/**
 * One SQL statement. With a `name` PostgreSQL keeps it prepared on each connection: use one for frequent
 * statements.
 */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface QueryResult<Row> {
  readonly rows: Row[]
  /** Rows returned, or rows changed if none is returned. */
  readonly rowCount: number
}

/** Drizzle, bound to the same connection as the raw statements. */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>

/**
 * Reads the database. Raw rows have `bigint` for int8 and for integral numerics, `Date` for timestamptz,
 * parsed jsonb; parameters take `bigint`, `Date`, arrays of them, and plain objects for jsonb (a JSON array:
 * stringify it).
 */
export interface Reader {
  query<Row>(statement: Statement): Promise<QueryResult<Row>>
  readonly orm: Orm
}

declare const writes: unique symbol

/** Writes to the database: the first parameter wherever money or state moves. A `Tx` is a `Reader` too. */
export interface Tx extends Reader {
  readonly [writes]: true
  /** Several statements without parameters: migrations and savepoints only. */
  script(sql: string): Promise<void>
  /**
   * Announces a change to every process (`Database.listen`): written by this transaction, so with its commit
   * or not at all. Through `single`: soon, in its own transaction.
   */
  announce(change: Change): Promise<void>
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** Maximum number of runs of the whole function after conflicts with other transactions (40001, 40P01). */
  readonly attempts?: number
}

export const TRANSACTION_ATTEMPTS_DEFAULT = 6

/** Leadership under a name: held by one session of the database at a time. */
export interface LeaderLock {
  /**
   * The fencing number: rises with each leadership of this name. Always 0 on PGlite, which one process opens.
   */
  readonly epoch: bigint
  /** Aborted when the session that holds the lock is lost, or a write was refused: stop at once. */
  readonly lost: AbortSignal
  /**
   * Runs `work` as the leader: each transaction it begins in this database, including by timers and promises
   * it starts, is refused (`LeadershipLostError`) once another leadership of this name has been acquired.
   */
  run<T>(work: () => Promise<T>): Promise<T>
  release(): Promise<void>
}

/** Connections of the pool: open ones, idle ones among them, and callers that wait for one. */
export interface Connections {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

export interface Database {
  readonly dialect: 'pglite' | 'postgres'
  /** Runs each statement by itself. Not inside a transaction: see the guard in `transaction-scope.ts`. */
  readonly read: Reader
  /** Runs each statement in its own transaction: for writes that are one statement. */
  readonly single: Tx
  /**
   * Commits when `work` resolves, rolls back when it throws. `work` is run again after a conflict with
   * another transaction: it must have no effects outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs `work` on one session, without a transaction or a statement time-out: for statements that PostgreSQL
   * refuses inside a transaction (migrations), and for the audit, which reads everything. `work` must undo
   * its settings and release its locks.
   */
  session<T>(work: (session: Tx) => Promise<T>): Promise<T>
  /** Delivers the announcements of all processes on this database. Resolves once it listens. */
  listen(listener: AnnouncementListener): Promise<Listening>
  /** Undefined while another session holds the lock. */
  tryLock(name: string): Promise<LeaderLock | undefined>
  /** Current connections; undefined without a pool (PGlite). */
  connections(): Connections | undefined
  close(): Promise<void>
}

/**
 * For the FROM of a statement that is its own transaction: its commit does not wait for the disk. Any later
 * commit flushes it too, so money that depends on it never exists without it; a power cut loses at most the
 * last half second, if no commit followed.
 */
export const FLUSHED_LATER = `(SELECT set_config('synchronous_commit', 'off', true)) AS flushed_later`

/** Runs `work` in a savepoint: when it throws, its writes are rolled back and the transaction continues. */
export const savepoint = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.script('SAVEPOINT inner_step')
  try {
    const result = await work()
    await tx.script('RELEASE SAVEPOINT inner_step')
    return result
  } catch (error) {
    await tx.script('ROLLBACK TO SAVEPOINT inner_step; RELEASE SAVEPOINT inner_step')
    throw error
  }
}
