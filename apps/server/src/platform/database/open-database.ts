import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { migrate } from './migration/migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { requireConnection } from './require-connection.ts'

export interface DatabaseChoice {
  /** PostgreSQL 15 or later; none: PGlite in `dataDirectory`/db. */
  readonly databaseUrl?: string | undefined
  readonly databasePoolMax?: number
  readonly dataDirectory: string
}

/**
 * Opens the configured database and brings its schema up to date. Throws DatabaseUnreachableError if
 * PostgreSQL cannot be used as `databaseUrl` says.
 */
export const openDatabase = async (choice: DatabaseChoice, logger: Logger): Promise<Database> => {
  const database =
    choice.databaseUrl === undefined
      ? await openPglite({ directory: join(choice.dataDirectory, 'db') })
      : openPostgres({
          url: choice.databaseUrl,
          ...(choice.databasePoolMax === undefined ? {} : { poolMax: choice.databasePoolMax }),
          onIdleError: (error) => logger.warn({ err: error }, 'an idle database connection was lost'),
        })
  if (database.dialect === 'pglite') {
    logger.warn(
      'database: PGlite, with fsync off. It survives a killed process, not a power cut; production uses PostgreSQL',
    )
  }
  try {
    if (choice.databaseUrl !== undefined) await requireConnection(database, choice.databaseUrl)
    const applied = await migrate(database)
    if (applied.length > 0) logger.info({ applied }, 'database schema brought up to date')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
