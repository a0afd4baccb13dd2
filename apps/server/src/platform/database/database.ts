import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { AnnouncementListener, Change, Listening } from './announcements/announcements.ts'

/** One SQL statement. With a `name` PostgreSQL keeps it prepared per connection: give hot calls one. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface QueryResult<Row> {
  readonly rows: Row[]
  /** Rows returned, or rows changed where none is returned. */
  readonly rowCount: number
}

/** Drizzle, bound to the same connection as the raw statements beside it. */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>

/**
 * Something to read from. Raw rows hold `bigint` for int8 and for whole numerics, `Date` for timestamptz,
 * parsed jsonb; parameters take `bigint`, `Date`, arrays of them, and plain objects for jsonb (a JSON array:
 * stringify it).
 */
export interface Reader {
  query<Row>(statement: Statement): Promise<QueryResult<Row>>
  readonly orm: Orm
}

declare const writes: unique symbol

/**
 * Something to write through: the first parameter wherever money or state moves. A `Tx` is a `Reader` too.
 */
export interface Tx extends Reader {
  readonly [writes]: true
  /** Several statements without parameters: migrations and savepoints only. */
  script(sql: string): Promise<void>
  /**
   * Announces a change to every process (`Database.listen`): written by this transaction, so with its commit
   * or not at all. Through `single`: soon, in a transaction of its own.
   */
  announce(change: Change): Promise<void>
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** How often the whole function is run at most, when another transaction is in the way (40001, 40P01). */
  readonly attempts?: number
}

export const TRANSACTION_ATTEMPTS_DEFAULT = 6

/** Leadership under a name: held by one session of the database at a time. */
export interface LeaderLock {
  /**
   * The fencing number: rises with each leadership of this name. On PGlite, which one process opens, always
   * 0.
   */
  readonly epoch: bigint
  /** Aborted when the session that holds the lock is gone, or a write was refused: stop at once. */
  readonly lost: AbortSignal
  /**
   * Runs `work` as the leader: each transaction it begins in this database, timers and promises it starts
   * included, is refused (`LeadershipLostError`) once another leadership of this name has been acquired.
   */
  run<T>(work: () => Promise<T>): Promise<T>
  release(): Promise<void>
}

/** Of the pool: how many are open, how many of them idle, and how many callers wait for one. */
export interface Connections {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

export interface Database {
  readonly dialect: 'pglite' | 'postgres'
  /** Each statement by itself. Not inside a transaction: see the guard in `transaction-scope.ts`. */
  readonly read: Reader
  /** Each statement is a transaction of its own: for writes that are one statement. */
  readonly single: Tx
  /**
   * Commits when `work` resolves, rolls back when it throws. `work` runs again, whole, when another
   * transaction was in the way: nothing but the database may be touched in it.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * One session, no transaction around it, no time-out of statements: for what PostgreSQL refuses inside a
   * transaction (migrations), and for the audit, which reads everything. Settings it changes and locks it
   * takes are `work`'s to take back.
   */
  session<T>(work: (session: Tx) => Promise<T>): Promise<T>
  /** Delivers what all processes on this database announce. Resolves once it listens. */
  listen(listener: AnnouncementListener): Promise<Listening>
  /** `undefined` while another session holds it. */
  tryLock(name: string): Promise<LeaderLock | undefined>
  /** At this moment; `undefined`: no pool (PGlite). */
  connections(): Connections | undefined
  close(): Promise<void>
}

/**
 * In the FROM of a statement that is a transaction of its own: its commit does not wait for the disk.
 * Whatever is committed after it takes it along, so money that rests on it is never there without it; what a
 * power cut may take is what nothing came after, half a second of it.
 */
export const FLUSHED_LATER = `(SELECT set_config('synchronous_commit', 'off', true)) AS flushed_later`

/** Runs `work`; when it throws, what it wrote is undone and the transaction goes on. */
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
