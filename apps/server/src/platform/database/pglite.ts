import { mkdirSync } from 'node:fs'
import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { type AnnouncementListener, createOutbox, type Outbox } from './announcements/announcements.ts'
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

/** Values as documented at `Reader`. */
export const PGLITE_OPTIONS: PGliteOptions = { parsers: pgliteParsers }

type Queryable = Pick<PGlite, 'query' | 'exec'> | Transaction

const createTx = (client: Queryable, announce: Tx['announce']): Tx => {
  let bound: Orm | undefined
  const tx = {
    async query<Row>(statement: Statement): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await client.query<Row>(statement.text, [...(statement.values ?? [])])
      return { rows, rowCount: rows.length > 0 ? rows.length : (affectedRows ?? 0) }
    },
    get orm(): Orm {
      bound ??= drizzle(client as PGlite) as Orm
      return bound
    },
    async script(sql: string): Promise<void> {
      await client.exec(sql)
    },
    announce,
  }
  return tx as Tx
}

/** Locks within the only process, which need no fencing; a name is still held once only. */
const createLocalLocks = () => {
  const held = new Set<string>()
  return async (name: string): Promise<LeaderLock | undefined> => {
    if (held.has(name)) return undefined
    held.add(name)
    return {
      epoch: 0n,
      lost: new AbortController().signal,
      run: (work) => work(),
      release: async () => {
        held.delete(name)
      },
    }
  }
}

/** Delivers committed announcements within the only process that has the database open. */
const createLocalAnnouncer = () => {
  const listeners = new Set<AnnouncementListener>()
  let next = Date.now() * 1_000 // higher than any of an earlier process
  const position = () => `${next}:${next}:`
  return {
    listen: async (listener: AnnouncementListener) => {
      listeners.add(listener)
      return { position: position(), stop: async () => void listeners.delete(listener) }
    },
    deliver(outbox: Outbox): void {
      const topics = outbox.topics()
      if (!topics) return
      const announcement = { xid: next, writtenAt: Date.now(), topics }
      next += 1
      const batch = { position: position(), announcements: [announcement] }
      for (const listener of listeners) listener.onAnnouncements(batch)
    },
  }
}

/**
 * PostgreSQL within this process, in a folder. It runs with `fsync=off`: commits survive a killed process,
 * not a power cut (ARCHITECTURE.md, "Where it runs"). One process at a time opens a folder.
 */
export const openPglite = async ({ directory }: { readonly directory: string }): Promise<Database> => {
  mkdirSync(directory, { recursive: true })
  const lock = lockDirectory(directory)
  const client = await PGlite.create({ ...PGLITE_OPTIONS, dataDir: directory }).catch((error: unknown) => {
    lock.release()
    throw error
  })
  return pgliteDatabase(client, async () => {
    await client.close()
    lock.release()
  })
}

/** The database on a running PGlite; `close` calls `end` once, after which no more queries are sent. */
export const pgliteDatabase = (client: PGlite, end: () => Promise<void>): Database => {
  const scope = createTransactionScope()
  let closed = false
  const requireOpen = (): void => {
    if (closed) throw new Error('the database is closed')
  }
  const announcer = createLocalAnnouncer()
  const single = createTx(client, async (change) => {
    const outbox = createOutbox()
    outbox.add(change)
    announcer.deliver(outbox)
  })

  const runOnce = async <T>(work: (tx: Tx) => Promise<T>, isolation: string): Promise<T> => {
    const outbox = createOutbox()
    const result = await client.transaction(async (transaction) => {
      if (isolation !== 'READ COMMITTED')
        await transaction.exec(`SET TRANSACTION ISOLATION LEVEL ${isolation}`)
      const tx = createTx(transaction, async (change) => outbox.add(change))
      return scope.enter(() => work(tx))
    })
    announcer.deliver(outbox)
    return result as T
  }

  return {
    dialect: 'pglite',
    get read(): Reader {
      requireOpen()
      scope.refuseInside('read')
      return single
    },
    get single(): Tx {
      requireOpen()
      scope.refuseInside('single')
      return single
    },
    transaction: async (work, { isolation = 'read committed', attempts }: TransactionOptions = {}) => {
      requireOpen()
      scope.refuseInside('transaction')
      return retryConflicts(() => runOnce(work, isolation.toUpperCase()), attempts)
    },
    session: (work) => {
      requireOpen()
      scope.refuseInside('session')
      return work(single)
    },
    listen: announcer.listen,
    tryLock: createLocalLocks(),
    connections: () => undefined,
    close: async () => {
      if (closed) return
      closed = true
      await end()
    },
  }
}
