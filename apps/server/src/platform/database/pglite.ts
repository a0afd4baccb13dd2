import { mkdirSync } from 'node:fs'
import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type {
  Database,
  LeaderLock,
  Orm,
  QueryResult,
  Reader,
  Statement,
  TransactionOptions,
  Tx,
} from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { createTransactionScope, retryConflicts } from './transaction-scope.ts'
import { pgliteParsers } from './value-parsers.ts'

export interface PgliteSource {
  /** Folder the database lives in; none: in memory. */
  readonly directory?: string
  /** A dump to start from (tests). */
  readonly snapshot?: Blob
}

type Queryable = Pick<PGlite, 'query' | 'exec'> | Transaction

const createTx = (client: Queryable): Tx => {
  let bound: Orm | undefined
  const tx = {
    async query<Row>(statement: Statement): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await client.query<Row>(statement.text, [...(statement.values ?? [])])
      return { rows, rowCount: rows.length > 0 ? rows.length : (affectedRows ?? 0) }
    },
    get orm(): Orm {
      bound ??= drizzle(client as PGlite) as unknown as Orm
      return bound
    },
    async script(sql: string): Promise<void> {
      await client.exec(sql)
    },
  }
  return tx as unknown as Tx
}

/** In one process there is one leader; a name is still held once only. */
const createLocalLocks = () => {
  const held = new Set<string>()
  return async (name: string): Promise<LeaderLock | undefined> => {
    if (held.has(name)) return undefined
    held.add(name)
    return {
      lost: new AbortController().signal,
      release: async () => {
        held.delete(name)
      },
    }
  }
}

/**
 * PostgreSQL in this very process, in a folder or in memory. It runs with `fsync=off`: what is committed survives a
 * killed process, not a power cut (ARCHITECTURE.md, "What was measured"). One process at a time opens a folder.
 */
export const openPglite = async ({ directory, snapshot }: PgliteSource = {}): Promise<Database> => {
  if (directory !== undefined) mkdirSync(directory, { recursive: true })
  const lock = directory === undefined ? undefined : lockDirectory(directory)
  const options: PGliteOptions = {
    parsers: pgliteParsers,
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  }
  const client = await PGlite.create(options).catch((error: unknown) => {
    lock?.release()
    throw error
  })
  const scope = createTransactionScope()
  const single = createTx(client)

  const runOnce = async <T>(work: (tx: Tx) => Promise<T>, isolation: string): Promise<T> =>
    client.transaction(async (transaction) => {
      if (isolation !== 'READ COMMITTED')
        await transaction.exec(`SET TRANSACTION ISOLATION LEVEL ${isolation}`)
      return scope.enter(() => work(createTx(transaction)))
    }) as Promise<T>

  return {
    dialect: 'pglite',
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
    tryLock: createLocalLocks(),
    close: async () => {
      await client.close()
      lock?.release()
    },
  }
}
