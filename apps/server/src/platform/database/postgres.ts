import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { FatalError, RetryableError } from '../errors.ts'
import { traced } from '../tracing/traced.ts'
import { type Change, createOutbox, type Outbox } from './announcements/announcements.ts'
import { createNotifier, insertStatement } from './announcements/postgres-announce.ts'
import { listenForAnnouncements } from './announcements/postgres-listen.ts'
import type { Database, Orm, QueryResult, Reader, Statement, TransactionOptions, Tx } from './database.ts'
import { databaseErrorOf } from './errors.ts'
import { currentLeadership, type Leadership, LeadershipLostError } from './leadership.ts'
import { tryAdvisoryLock } from './postgres-lock.ts'
import {
  createServerGuard,
  SERVER_CHECK,
  type ServerGuard,
  ServerRefusedError,
  type ServerRow,
} from './server-guard.ts'
import { createTransactionScope, retryConflicts } from './transaction-scope.ts'
import { postgresTypes } from './value-parsers.ts'

export interface PostgresOptions {
  /** URL of PostgreSQL; with `directUrl`: of a pooler in transaction mode. */
  readonly url: string
  /** PostgreSQL itself, for uses that need a session: leaders, listeners, migrations. */
  readonly directUrl?: string | undefined
  /** Maximum number of connections. */
  readonly poolMax?: number
  /** Called when an idle connection is lost; the pool opens a new one by itself. */
  readonly onIdleError?: (error: Error) => void
  /**
   * Decides which servers are accepted; default: any that takes writes, of one cluster, and has not been
   * replaced.
   */
  readonly guard?: ServerGuard
}

const POOL_MAX_DEFAULT = 16
const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 60_000
/** Time without an answer of the server after which the connection is cut off, and given up. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 10_000
/**
 * Maximum time for which a leader's transaction stays open while its process hangs or is cut off: the next
 * leader waits for it.
 */
const LEADER_IDLE_MS = 10_000

/**
 * Feature not supported: a standby's error for unlogged tables. The program uses no other unsupported
 * feature.
 */
const STANDBY_HAS_NO_SUCH_TABLE = '0A000'

/** The used part of the driver's clients and pools. */
interface Queryable {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>
}

/**
 * The connection was lost during a statement (a server that restarts), or none was available in time. If the
 * statement was a COMMIT, its outcome is unknown.
 */
class ConnectionLostError extends RetryableError {}

/** The pooler has to be configured. */
class PoolerSettingsError extends FatalError {}

/**
 * Whether it is the driver's own error about a connection: the server's errors have a SQLSTATE, the system's
 * a code, these neither.
 */
const isDriversOwn = (error: unknown): boolean =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)

const onConnection = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isDriversOwn(error)) throw error
    throw new ConnectionLostError('the connection to the database was lost', { cause: error })
  })

/** Adapts a client for Drizzle, which uses only `query`. */
const ormOf = (client: Queryable): Orm => {
  const query = (...statement: [pg.QueryConfig, unknown[]?]) =>
    traced('sql', 'orm', () => client.query(...statement))
  return drizzle({ query } as pg.Client) as Orm
}

interface TxParts {
  readonly client: Queryable
  readonly orm: () => Orm
  readonly announce: Tx['announce']
  /** Whether named statements are prepared: not through a pooler, whose sessions change. */
  readonly prepares: boolean
}

const createTx = ({ client, orm, announce, prepares }: TxParts): Tx => {
  let bound: Orm | undefined
  const tx = {
    async query<Row>(statement: Statement): Promise<QueryResult<Row>> {
      const { rows, rowCount } = await traced('sql', statement.name ?? 'unnamed', () =>
        onConnection(
          client.query({
            ...(statement.name === undefined || !prepares ? {} : { name: statement.name }),
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
  return tx as Tx
}

/**
 * Sent in one message with BEGIN, so that a leader's transaction takes no further round trip. The row is
 * locked until the end: the next leader raises its epoch before or after this transaction, never during it.
 */
const fenceOf = ({ name, epoch }: Leadership): string =>
  `SELECT set_config('idle_in_transaction_session_timeout', '${LEADER_IDLE_MS}', true),
      set_config('tcp_user_timeout', '${LEADER_IDLE_MS}', true)
    FROM leadership WHERE name = ${pg.escapeLiteral(name)} AND epoch = ${epoch} FOR SHARE`

interface Begin {
  readonly isolation: string
  readonly leadership: Leadership | undefined
  /** Checked in each transaction, since each may be on another server behind a pooler. */
  readonly guard: ServerGuard | undefined
}

const endLeadership = ({ name, epoch, lose }: Leadership, why: string, cause?: unknown): never => {
  const refused = new LeadershipLostError(`leadership ${epoch} of "${name}" ${why}: nothing is written`, {
    cause,
  })
  lose(refused)
  throw refused
}

const begin = async (client: Queryable, { isolation, leadership, guard }: Begin) => {
  const statements = [
    `BEGIN ISOLATION LEVEL ${isolation}`,
    ...(guard ? [SERVER_CHECK] : []),
    ...(leadership ? [fenceOf(leadership)] : []),
  ]
  // Several statements in one message have several results, which node-postgres' types do not describe.
  const results: unknown = await onConnection(client.query(statements.join('; ')))
  if (statements.length === 1) return
  const answers = results as pg.QueryResult[]
  if (guard) guard.judge(answers[1]?.rows[0] as ServerRow | undefined, client)
  if (!leadership) return
  try {
    leadership.requireCurrent()
  } catch (error) {
    endLeadership(leadership, 'was acquired at a server that was replaced', error)
  }
  if (answers.at(-1)?.rows.length !== 1) endLeadership(leadership, 'is over')
}

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

/** PostgreSQL by node-postgres, with the common interface of this folder. */
export const openPostgres = ({
  url,
  directUrl,
  poolMax = POOL_MAX_DEFAULT,
  onIdleError,
  guard = createServerGuard(),
}: PostgresOptions): Database => {
  const pooled = directUrl !== undefined
  const common = {
    types: postgresTypes,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'digital-rights',
  }
  /** Direct, not through a pooler. */
  const connection = { ...common, connectionString: directUrl ?? url }
  const pool = new pg.Pool({
    ...common,
    connectionString: url,
    max: poolMax,
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
  pool.on('error', (error) => onIdleError?.(error))

  /** A connection to a server that has not been replaced since it was opened. */
  const checkOut = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await onConnection(pool.connect())
      if (pooled || guard.isCurrent(client)) return client
      client.release(true)
    }
  }
  const onClient = async <T>(work: (client: pg.PoolClient, lost: (error: Error) => void) => Promise<T>) => {
    const client = await checkOut()
    let broken: Error | undefined
    const lost = (error: Error) => {
      broken = error
    }
    client.on('error', lost)
    try {
      return await work(client, lost)
    } finally {
      client.off('error', lost)
      client.release(broken ?? (!pooled && !guard.isCurrent(client)))
    }
  }
  /** Like the pool's own `query`: a connection whose statement failed is not reused. */
  const alone = {
    query: (...statement: [string | pg.QueryConfig, unknown[]?]): Promise<pg.QueryResult> =>
      onClient(async (client, lost) => {
        const result = await client.query(...statement).catch((error: Error) => {
          lost(error)
          if (!pooled || databaseErrorOf(error)?.code !== STANDBY_HAS_NO_SUCH_TABLE) throw error
          throw new ServerRefusedError('the pooler led to a standby', { cause: error })
        })
        if (!pooled) guard.requireCurrent(client)
        return result
      }),
  }

  const notifier = createNotifier(alone, onIdleError)
  const announceAlone = async (change: Change) => notifier.add(change)

  const scope = createTransactionScope()
  const leadershipHere = () => {
    const leadership = currentLeadership()
    return leadership?.database === pool ? leadership : undefined
  }

  const inTransaction = <T>(
    isolation: string,
    work: (client: pg.PoolClient) => Promise<T>,
    /** Announcements to write with the commit. */
    outbox: Outbox = createOutbox(),
  ): Promise<T> =>
    onClient(async (client, lost) => {
      try {
        const leadership = leadershipHere()
        await begin(client, { isolation, leadership, guard: pooled ? guard : undefined })
        const result = await work(client)
        const insert = insertStatement(outbox)
        guard.requireCurrent(client)
        // In one message with COMMIT, which saves a round trip.
        await onConnection(client.query(insert ? `${insert}; COMMIT` : 'COMMIT'))
        guard.requireCurrent(client) // commits of a replaced server may be lost
        if (insert) notifier.notify()
        return result
      } catch (error) {
        // A pooler ends its server session too when it is left within a transaction.
        if (error instanceof ConnectionLostError || error instanceof ServerRefusedError) lost(error)
        else await client.query('ROLLBACK').catch(lost)
        throw error
      }
    })

  const session = async <T>(work: (session: Tx) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ ...connection, statement_timeout: 0 })
    await onConnection(client.connect())
    try {
      await guard.admit(client)
      const orm = () => ormOf(client)
      const result = await work(createTx({ client, orm, announce: announceAlone, prepares: true }))
      guard.requireCurrent(client)
      return result
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
        const orm = () => ormOf(client)
        const tx = createTx({ client, orm, announce, prepares: !pooled })
        return scope.enter(() => work(tx))
      },
      outbox,
    )
  }

  /** A leader's single statement is a transaction with its fence; all others go directly to the pool. */
  const oneByOne = {
    query: (...statement: [string | pg.QueryConfig, unknown[]?]) =>
      leadershipHere()
        ? inTransaction('READ COMMITTED', (client) => client.query(...statement))
        : alone.query(...statement),
  }
  const ofStatements = (client: Queryable): Tx =>
    createTx({ client, orm: () => ormOf(client), announce: announceAlone, prepares: !pooled })
  const read = ofStatements(alone)
  const single = ofStatements(oneByOne)

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
    listen: (listener) => listenForAnnouncements(connection, listener, guard),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    tryLock: (name) => tryAdvisoryLock(connection, name, { database: pool, guard }),
    close: async () => {
      await notifier.stop()
      await pool.end()
    },
  }
}
