import { join } from 'node:path'
import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'
import { oncePerRegistry, type Registry } from '../metrics.ts'
import type { Database } from './database.ts'
import { migrate } from './migration/migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { requireConnection } from './require-connection.ts'
import { requireSession } from './require-session.ts'
import { readSeenServer, writeSeenServer } from './seen-server.ts'
import { createServerGuard, type ServerGuard } from './server-guard.ts'

export interface DatabaseChoice {
  /** PostgreSQL 15 or later; undefined: PGlite in `dataDirectory`/db. */
  readonly databaseUrl?: string | undefined
  /** PostgreSQL itself, if `databaseUrl` is a pooler in transaction mode. */
  readonly databaseDirectUrl?: string | undefined
  readonly databasePoolMax?: number
  readonly dataDirectory: string
  /** For metrics of the database's server. */
  readonly registry?: Registry
}

const createMetrics = oncePerRegistry((registry) => ({
  timeline: new Gauge({
    name: 'database_timeline',
    help: 'Highest timeline of the database that this process has seen: one more with each failover',
    registers: [registry],
  }),
  refused: new Counter({
    name: 'database_server_refused_total',
    help: 'Connections and transactions that were refused, since the server is read-only or was replaced',
    registers: [registry],
  }),
}))

/** Minimum milliseconds between two log lines: refusals come with each attempt to connect. */
const REFUSAL_LOGGED_MS = 10_000

/** A guard that stores the servers it has seen in the data folder. */
const createGuard = ({ dataDirectory, registry }: DatabaseChoice, logger: Logger): ServerGuard => {
  const metrics = registry && createMetrics(registry)
  const remembered = readSeenServer(dataDirectory)
  let loggedAt = Number.NEGATIVE_INFINITY
  return createServerGuard({
    remembered,
    onSeen: (seen) => {
      metrics?.timeline.set(seen.timeline)
      if (remembered && remembered.systemId !== seen.systemId)
        logger.warn({ seen, remembered }, 'the database is another cluster than when this process last ran')
      try {
        writeSeenServer(dataDirectory, seen)
      } catch (err) {
        logger.error({ err }, "the database server's timeline could not be kept for the next start")
      }
    },
    onRefused: (err) => {
      metrics?.refused.inc()
      if (performance.now() - loggedAt < REFUSAL_LOGGED_MS) return
      loggedAt = performance.now()
      logger.warn({ err }, 'a connection to the database was refused')
    },
  })
}

/**
 * Opens the configured database and updates its schema. Throws DatabaseUnreachableError if PostgreSQL cannot
 * be used by `databaseUrl`, and NoSessionError if it leads only to a pooler.
 */
export const openDatabase = async (choice: DatabaseChoice, logger: Logger): Promise<Database> => {
  const database =
    choice.databaseUrl === undefined
      ? await openPglite({ directory: join(choice.dataDirectory, 'db') })
      : openPostgres({
          url: choice.databaseUrl,
          directUrl: choice.databaseDirectUrl,
          guard: createGuard(choice, logger),
          ...(choice.databasePoolMax === undefined ? {} : { poolMax: choice.databasePoolMax }),
          onIdleError: (error) => logger.warn({ err: error }, 'an idle database connection was lost'),
        })
  if (database.dialect === 'pglite') {
    logger.warn(
      'database: PGlite, with fsync off. It survives a killed process, not a power cut; production uses PostgreSQL',
    )
  }
  try {
    if (choice.databaseUrl !== undefined) {
      await requireConnection(database, choice.databaseUrl)
      await requireSession({ url: choice.databaseUrl, directUrl: choice.databaseDirectUrl })
    }
    const applied = await migrate(database)
    if (applied.length > 0) logger.info({ applied }, 'database schema brought up to date')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
