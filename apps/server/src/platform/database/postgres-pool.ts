/** The pool of connections to PostgreSQL, or to a pooler in front of it. */
import pg from 'pg'
import { FatalError } from '../errors.ts'
import { databaseErrorOf } from './errors.ts'
import { onConnection, type Queryable } from './postgres-tx.ts'
import { SERVER_CHECK, type ServerGuard, ServerRefusedError, type ServerRow } from './server-guard.ts'
import { postgresTypes } from './value-parsers.ts'

const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 60_000
/** Time without an answer of the server after which the connection is cut off, and given up. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 10_000

/**
 * Feature not supported: a standby's error for unlogged tables. The program uses no other unsupported
 * feature.
 */
const STANDBY_HAS_NO_SUCH_TABLE = '0A000'

/** The pooler has to be configured. */
class PoolerSettingsError extends FatalError {}

/**
 * Behind a pooler it sets the session's time-outs: without one a transaction may hold its locks for as long
 * as its process hangs.
 */
const requireTimeouts = async (client: Queryable): Promise<void> => {
  const { rows } = await client.query<ServerRow>(SERVER_CHECK)
  if (rows[0] && rows[0].statement_timeout > 0 && rows[0].idle_timeout > 0) return
  throw new PoolerSettingsError(
    'DATABASE_URL leads through a pooler whose sessions have no statement_timeout or ' +
      'idle_in_transaction_session_timeout: see connect_query in deploy/pgbouncer/pgbouncer.ini',
  )
}

/** Options of every connection, also of direct ones. */
export const CONNECTION = {
  types: postgresTypes,
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  application_name: 'digital-rights',
}

interface PoolOptions {
  readonly url: string
  readonly max: number
  /** Whether there is a pooler, which has its own sessions and settings. */
  readonly pooled: boolean
  readonly guard: ServerGuard
  readonly onIdleError: ((error: Error) => void) | undefined
}

/** Connections, each to a server that has not been replaced since it was opened. */
export class PostgresPool {
  readonly pool: pg.Pool
  readonly pooled: boolean
  readonly #guard: ServerGuard

  constructor({ url, max, pooled, guard, onIdleError }: PoolOptions) {
    this.pooled = pooled
    this.#guard = guard
    this.pool = new pg.Pool({
      ...CONNECTION,
      connectionString: url,
      max,
      query_timeout: ANSWER_TIMEOUT_MS,
      // A pooler refuses both, or ignores them.
      ...(pooled
        ? {}
        : {
            statement_timeout: STATEMENT_TIMEOUT_MS,
            idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
          }),
      onConnect: (client) => (pooled ? requireTimeouts(client) : guard.admit(client)),
    })
    this.pool.on('error', (error) => onIdleError?.(error))
  }

  /** Runs `work` on one connection; after `lost` it is not used again. */
  async onClient<T>(work: (client: pg.PoolClient, lost: (error: Error) => void) => Promise<T>): Promise<T> {
    const client = await this.#checkOut()
    let broken: Error | undefined
    const lost = (error: Error) => {
      broken = error
    }
    client.on('error', lost)
    try {
      return await work(client, lost)
    } finally {
      client.off('error', lost)
      client.release(broken ?? (!this.pooled && !this.#guard.isCurrent(client)))
    }
  }

  /** Runs one statement. A connection whose statement failed is not used again. */
  query(...statement: [string | pg.QueryConfig, unknown[]?]): Promise<pg.QueryResult> {
    return this.onClient(async (client, lost) => {
      const result = await client.query(...statement).catch((error: Error) => {
        lost(error)
        if (!this.pooled || databaseErrorOf(error)?.code !== STANDBY_HAS_NO_SUCH_TABLE) throw error
        throw new ServerRefusedError('the pooler led to a standby', { cause: error })
      })
      if (!this.pooled) this.#guard.requireCurrent(client)
      return result
    })
  }

  async #checkOut(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await onConnection(this.pool.connect())
      if (this.pooled || this.#guard.isCurrent(client)) return client
      client.release(true)
    }
  }
}
