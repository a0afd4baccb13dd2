/**
 * For the operator, before the processes of a new version: updates the schema, and gives the processes' roles
 * their rights on it (ADR 0075). `node apps/server/src/bin/migrate.ts`, with `DATABASE_URL` of the database's
 * owner, past a pooler; it needs no other setting. Idempotent.
 */
import { ConfigError } from '../platform/config/config.ts'
import { grantRights } from '../platform/database/migration/grant-rights.ts'
import { migrate } from '../platform/database/migration/migrate.ts'
import { openPostgres } from '../platform/database/postgres.ts'
import { requireConnection } from '../platform/database/require-connection.ts'
import { createLogger } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'

const CONNECTIONS = 2

await runProgram(async () => {
  const { DATABASE_URL: url } = process.env
  if (!url) throw new ConfigError('DATABASE_URL: the database owner’s, to migrate it')
  const database = openPostgres({ url, poolMax: CONNECTIONS })
  try {
    await requireConnection(database, url)
    const applied = await migrate(database)
    await grantRights(database)
    createLogger('info').info({ applied }, 'the schema is up to date, and each role has its rights')
  } finally {
    await database.close()
  }
})
