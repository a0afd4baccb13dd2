import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { RetryableError } from '../errors.ts'
import { traced } from '../tracing/traced.ts'
import { type Change, createOutbox, type Outbox } from './announcements/announcements.ts'
import { createNotifier, insertStatement } from './announcements/postgres-announce.ts'
import { listenForAnnouncements } from './announcements/postgres-listen.ts'
import type { Database, Orm, QueryResult, Reader, Statement, TransactionOptions, Tx } from './database.ts'
import { currentLeadership, type Leadership, LeadershipLostError } from './leadership.ts'
import { tryAdvisoryLock } from './postgres-lock.ts'
import { createTransactionScope, retryConflicts } from './transaction-scope.ts'
import { postgresTypes } from './value-parsers.ts'

export interface PostgresOptions {
  readonly url: string
  /** Connections kept at most. */
  readonly poolMax?: number
  /** Called when an idle connection is lost; the pool opens a new one by itself. */
  readonly onIdleError?: (error: Error) => void
}

const POOL_MAX_DEFAULT = 16
const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 60_000
/**
 * After it an answer of the server is not waited for any more: the connection is cut off, and is given up.
 */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 10_000
/**
 * How long a leader's transaction may stay open while its process is frozen or cut off: the next leader waits
 * for it.
 */
const LEADER_IDLE_MS = 10_000

type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * The connection was lost during a statement (a server that restarts), or none was available in time. If the
 * statement was a COMMIT, its outcome is unknown.
 */
class ConnectionLostError extends RetryableError {}

/**
 * What the server says has a SQLSTATE, what the system says a code; the driver's own words about a connection
 * have neither.
 */
const isDriversOwn = (error: unknown): boolean =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)

const onConnection = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isDriversOwn(error)) throw error
    throw new ConnectionLostError('the connection to the database was lost', { cause: error })
  })

/** Drizzle asks its client for nothing but `query`. */
const ormOf = (client: Queryable): Orm => {
  const query = (...statement: [pg.QueryConfig, unknown[]?]) =>
    traced('sql', 'orm', () => client.query(...statement))
  return drizzle({ query } as unknown as pg.Client) as unknown as Orm
}

const createTx = (client: Queryable, orm: () => Orm, announce: Tx['announce']): Tx => {
  let bound: Orm | undefined
  const tx = {
    async query<Row>(statement: Statement): Promise<QueryResult<Row>> {
      const { rows, rowCount } = await traced('sql', statement.name ?? 'unnamed', () =>
        onConnection(
          client.query({
            ...(statement.name === undefined ? {} : { name: statement.name }),
            text: statement.text,
            values: statement.values as unknown[] | undefined,
          } as pg.QueryConfig),
        ),
      )
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }
    },
    get orm(): Orm {
      bound ??= orm()
      return bound
    },
    async script(sql: string): Promise<void> {
      await onConnection(client.query(sql))
    },
    announce,
  }
  return tx as unknown as Tx
}

/**
 * In one message with BEGIN, so that a leader's transaction costs no round trip more. The row stays locked
 * until the end: the next leader raises its epoch after this transaction or before it, never during it.
 */
const fenceOf = ({ name, epoch }: Leadership): string =>
  `SELECT set_config('idle_in_transaction_session_timeout', '${LEADER_IDLE_MS}', true),
      set_config('tcp_user_timeout', '${LEADER_IDLE_MS}', true)
    FROM leadership WHERE name = ${pg.escapeLiteral(name)} AND epoch = ${epoch} FOR SHARE`

const begin = async (client: Queryable, isolation: string, leadership: Leadership | undefined) => {
  const start = `BEGIN ISOLATION LEVEL ${isolation}`
  if (!leadership) return void (await onConnection(client.query(start)))
  // Several statements in one message: several results, which node-postgres' types do not know.
  const results: unknown = await onConnection(client.query(`${start}; ${fenceOf(leadership)}`))
  const [, fence] = results as [pg.QueryResult, pg.QueryResult]
  if (fence.rows.length === 1) return
  const { name, epoch } = leadership
  const refused = new LeadershipLostError(`leadership ${epoch} of "${name}" is over: nothing is written`)
  leadership.lose(refused)
  throw refused
}

/** node-postgres behind the one interface of this folder. */
export const openPostgres = ({ url, poolMax = POOL_MAX_DEFAULT, onIdleError }: PostgresOptions): Database => {
  const connection = {
    connectionString: url,
    types: postgresTypes,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'digital-rights',
  }
  const pool = new pg.Pool({
    ...connection,
    max: poolMax,
    query_timeout: ANSWER_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  pool.on('error', (error) => onIdleError?.(error))

  const notifier = createNotifier(pool, onIdleError)
  const announceAlone = async (change: Change) => notifier.add(change)

  const scope = createTransactionScope()
  const leadershipHere = () => {
    const leadership = currentLeadership()
    return leadership?.database === pool ? leadership : undefined
  }

  const inTransaction = async <T>(
    isolation: string,
    work: (client: pg.PoolClient) => Promise<T>,
    /** What is announced with the commit. */
    outbox: Outbox = createOutbox(),
  ): Promise<T> => {
    const client = await onConnection(pool.connect())
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      await begin(client, isolation, leadershipHere())
      const result = await work(client)
      const insert = insertStatement(outbox)
      // In one message with COMMIT: no round trip more.
      await onConnection(client.query(insert ? `${insert}; COMMIT` : 'COMMIT'))
      if (insert) notifier.notify()
      return result
    } catch (error) {
      if (error instanceof ConnectionLostError) broken = error
      else
        await client.query('ROLLBACK').catch((rollbackError: Error) => {
          broken = rollbackError
        })
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  const session = async <T>(work: (session: Tx) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ ...connection, statement_timeout: 0 })
    await onConnection(client.connect())
    try {
      const orm = () => ormOf(client)
      return await work(createTx(client, orm, announceAlone))
    } finally {
      await client.end()
    }
  }

  const runOnce = <T>(work: (tx: Tx) => Promise<T>, isolation: string): Promise<T> => {
    const outbox = createOutbox()
    const announce = async (change: Change) => outbox.add(change)
    return inTransaction(
      isolation,
      (client) => {
        const tx = createTx(client, () => ormOf(client), announce)
        return scope.enter(() => work(tx))
      },
      outbox,
    )
  }

  /**
   * A leader's single statement is a transaction with its fence around it; all others go to the pool as they
   * are.
   */
  const oneByOne = {
    query: (...statement: [string | pg.QueryConfig, unknown[]?]) =>
      leadershipHere()
        ? inTransaction('READ COMMITTED', (client) => client.query(...statement))
        : pool.query(...statement),
  }
  const read = createTx(
    pool as unknown as Queryable,
    () => ormOf(pool as unknown as Queryable),
    announceAlone,
  )
  const single = createTx(
    oneByOne as unknown as Queryable,
    () => ormOf(oneByOne as unknown as Queryable),
    announceAlone,
  )

  return {
    dialect: 'postgres',
    get read(): Reader {
      scope.refuseInside('read')
      return read
    },
    get single(): Tx {
      scope.refuseInside('single')
      return single
    },
    transaction: async (work, { isolation = 'read committed', attempts }: TransactionOptions = {}) => {
      scope.refuseInside('transaction')
      const run = () => traced('transaction', isolation, () => runOnce(work, isolation.toUpperCase()))
      return retryConflicts(run, attempts)
    },
    session: (work) => {
      scope.refuseInside('session')
      return session(work)
    },
    listen: (listener) => listenForAnnouncements(connection, listener),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    tryLock: (name) => tryAdvisoryLock(connection, name, pool),
    close: async () => {
      await notifier.stop()
      await pool.end()
    },
  }
}
