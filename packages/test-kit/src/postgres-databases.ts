import { randomBytes } from 'node:crypto'
import type { Database } from '@dr/server/platform/database/database'
import { openPostgres } from '@dr/server/platform/database/postgres'
import pg from 'pg'
import { BROKER_VARIABLE, TEMPLATE } from './postgres-broker.ts'

const adminUrl = async (): Promise<string> => {
  const broker = process.env[BROKER_VARIABLE]
  if (!broker)
    throw new Error(`${BROKER_VARIABLE} is not set: the Vitest project lacks test-kit's global-setup.ts`)
  const response = await fetch(broker)
  if (!response.ok) throw new Error(await response.text())
  return response.text()
}

const asAdmin = async (url: string, sql: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}

/** Opens a separate database on the run's PostgreSQL: migrated, empty, dropped when closed. */
export const openTestPostgres = async (): Promise<{ database: Database; url: string }> => {
  const admin = await adminUrl()
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying the files takes a fifth of the time of copying through the log, and the template has no
  // writers.
  await asAdmin(admin, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  const url = admin.replace(/[^/]+$/, name)
  const database = openPostgres({ url, poolMax: 20 })
  return {
    url,
    database: {
      ...database,
      get read() {
        return database.read
      },
      get single() {
        return database.single
      },
      close: async () => {
        await database.close()
        await asAdmin(admin, `DROP DATABASE ${name} WITH (FORCE)`)
      },
    },
  }
}
