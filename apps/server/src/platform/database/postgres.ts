import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { RetryableError } from '../errors.ts'
import type { Database, Orm, QueryResult, Reader, Statement, TransactionOptions, Tx } from './database.ts'
import { tryAdvisoryLock } from './postgres-lock.ts'
import { createTransactionScope, retryConflicts } from './transaction-scope.ts'
import { postgresTypes } from './value-parsers.ts'

export interface PostgresOptions {
  readonly url: string
  /** Connections kept at most. */
  readonly poolMax?: number
  /** Told of a connection lost while nobody used it; the pool opens a new one by itself. */
  readonly onIdleError?: (error: Error) => void
}

const POOL_MAX_DEFAULT = 16
const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 60_000

type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * The connection went away under a statement (a server that restarts), or there was none to be had in time. Whether a
 * COMMIT among them was done nobody knows.
 */
export class ConnectionLostError extends RetryableError {}

/** What the server says has a SQLSTATE, what the system says a code; the driver's own words about a connection have neither. */
const isDriversOwn = (error: unknown): boolean =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)

const onConnection = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isDriversOwn(error)) throw error
    throw new ConnectionLostError('the connection to the database was lost', { cause: error })
  })

const createTx = (client: Queryable, orm: () => Orm): Tx => {
  let bound: Orm | undefined
  const tx = {
    async query<Row>(statement: Statement): Promise<QueryResult<Row>> {
      const { rows, rowCount } = await onConnection(
        client.query({
          ...(statement.name === undefined ? {} : { name: statement.name }),
          text: statement.text,
          values: statement.values as unknown[] | undefined,
        } as pg.QueryConfig),
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
  }
  return tx as unknown as Tx
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
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  pool.on('error', (error) => onIdleError?.(error))

  const scope = createTransactionScope()
  const single = createTx(pool as unknown as Queryable, () => drizzle(pool) as unknown as Orm)

  const runOnce = async <T>(work: (tx: Tx) => Promise<T>, isolation: string): Promise<T> => {
    const client = await onConnection(pool.connect())
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      await onConnection(client.query(`BEGIN ISOLATION LEVEL ${isolation}`))
      const tx = createTx(client, () => drizzle(client) as unknown as Orm)
      const result = await scope.enter(() => work(tx))
      await onConnection(client.query('COMMIT'))
      return result
    } catch (error) {
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
      return await work(createTx(client, () => drizzle(client) as unknown as Orm))
    } finally {
      await client.end()
    }
  }

  return {
    dialect: 'postgres',
    get read(): Reader {
      scope.refuseInside('read')
      return single
    },
    get single(): Tx {
      scope.refuseInside('single')
      return single
    },
    transaction: async (work, { isolation = 'read committed', attempts }: TransactionOptions = {}) => {
      scope.refuseInside('transaction')
      return retryConflicts(() => runOnce(work, isolation.toUpperCase()), attempts)
    },
    session: (work) => {
      scope.refuseInside('session')
      return session(work)
    },
    tryLock: (name) => tryAdvisoryLock(connection, name),
    close: () => pool.end(),
  }
}
