import pg from 'pg'
import { traced } from '../tracing/traced.ts'
import { type Change, createOutbox, type Outbox } from './announcements/announcements.ts'
import { createNotifier, insertStatement } from './announcements/postgres-announce.ts'
import { listenForAnnouncements } from './announcements/postgres-listen.ts'
import type { Database, Reader, TransactionOptions, Tx } from './database.ts'
import { currentLeadership, type Leadership, LeadershipLostError } from './leadership.ts'
import { tryAdvisoryLock } from './postgres-lock.ts'
import { CONNECTION, PostgresPool } from './postgres-pool.ts'
import { ConnectionLostError, createTx, onConnection, ormOf, type Queryable } from './postgres-tx.ts'
import {
  createServerGuard,
  SERVER_CHECK,
  type ServerGuard,
  ServerRefusedError,
  type ServerRow,
} from './server-guard.ts'
import { createTransactionScope, retryConflicts } from './transaction-scope.ts'

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
/**
 * Maximum time for which a leader's transaction stays open while its process hangs or is cut off: the next
 * leader waits for it.
 */
const LEADER_IDLE_MS = 10_000

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

interface Connections {
  readonly pool: PostgresPool
  readonly guard: ServerGuard
  readonly notifier: ReturnType<typeof createNotifier>
}

const leadershipAt = ({ pool }: PostgresPool): Leadership | undefined => {
  const leadership = currentLeadership()
  return leadership?.database === pool ? leadership : undefined
}

const inTransaction = <T>(
  { pool, guard, notifier }: Connections,
  isolation: string,
  work: (client: pg.PoolClient) => Promise<T>,
  /** Announcements to write with the commit. */
  outbox: Outbox = createOutbox(),
): Promise<T> =>
  pool.onClient(async (client, lost) => {
    try {
      const leadership = leadershipAt(pool)
      await begin(client, { isolation, leadership, guard: pool.pooled ? guard : undefined })
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

/** Runs `work` on its own connection, not through a pooler. */
const inSession = async <T>(
  connection: pg.ClientConfig,
  { guard, announce }: { readonly guard: ServerGuard; readonly announce: Tx['announce'] },
  work: (session: Tx) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ ...connection, statement_timeout: 0 })
  await onConnection(client.connect())
  try {
    await guard.admit(client)
    const result = await work(createTx({ client, orm: () => ormOf(client), announce, prepares: true }))
    guard.requireCurrent(client)
    return result
  } finally {
    await client.end()
  }
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
  const pool = new PostgresPool({ url, max: poolMax, pooled, guard, onIdleError })
  /** Direct, not through a pooler. */
  const connection = { ...CONNECTION, connectionString: directUrl ?? url }
  const notifier = createNotifier(pool, onIdleError)
  const connections = { pool, guard, notifier }
  const announceAlone = async (change: Change) => notifier.add(change)
  const scope = createTransactionScope()

  const txOn = (client: Queryable, announce: Tx['announce']): Tx =>
    createTx({ client, orm: () => ormOf(client), announce, prepares: !pooled })

  const runOnce = <T>(work: (tx: Tx) => Promise<T>, isolation: string): Promise<T> => {
    const outbox = createOutbox()
    const announce = async (change: Change) => outbox.add(change)
    const enter = (client: pg.PoolClient) => scope.enter(() => work(txOn(client, announce)))
    return inTransaction(connections, isolation, enter, outbox)
  }

  /** A leader's single statement is a transaction with its fence; all others go directly to the pool. */
  const oneByOne = {
    query: (...statement: [string | pg.QueryConfig, unknown[]?]) =>
      leadershipAt(pool)
        ? inTransaction(connections, 'READ COMMITTED', (client) => client.query(...statement))
        : pool.query(...statement),
  }
  const read = txOn(pool, announceAlone)
  const single = txOn(oneByOne, announceAlone)

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
      return inSession(connection, { guard, announce: announceAlone }, work)
    },
    listen: (listener) => listenForAnnouncements(connection, listener, guard),
    connections: () => {
      const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool.pool
      return { open, idle, waiting }
    },
    tryLock: (name) => tryAdvisoryLock(connection, name, { database: pool.pool, guard }),
    close: async () => {
      await notifier.stop()
      await pool.pool.end()
    },
  }
}
