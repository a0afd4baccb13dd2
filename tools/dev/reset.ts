/** `npm start -- --reset`: a new chain and a new database. Old data is moved aside, not deleted. */
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { requireConnection } from '@dr/server/platform/database/require-connection'
import { type Settings, SetupError } from './settings.ts'
import { WITNESS_FOLDER } from './witness.ts'

/** Entries of DATA_DIR that are moved. The keys stay: they belong to the person, not to the chain. */
const SET_ASIDE = ['chain', 'db', 'deployment.json', 'results', WITNESS_FOLDER] as const

const emptyPostgres = async (url: string, name: string): Promise<void> => {
  const database = openPostgres({ url, poolMax: 1 })
  try {
    await requireConnection(database, url)
    const { rows } = await database.read.query<{ name: string }>({
      text: 'SELECT current_database() AS name',
    })
    const actual = rows[0]?.name
    if (actual !== name) {
      throw new SetupError(
        `DATABASE_URL is the database "${actual}". To delete everything in it: npm start -- --reset=${actual}`,
      )
    }
    await database.transaction(async (tx) => {
      await tx.query({ text: 'DROP SCHEMA public CASCADE' })
      await tx.query({ text: 'CREATE SCHEMA public' })
    })
  } finally {
    await database.close()
  }
}

/** Returns the folder with the old data; undefined: there was none. */
export const resetData = async (settings: Settings & { reset: string }): Promise<string | undefined> => {
  if (settings.databaseUrl !== undefined) await emptyPostgres(settings.databaseUrl, settings.reset)
  const there = SET_ASIDE.filter((name) => existsSync(join(settings.dataDirectory, name)))
  if (there.length === 0) return undefined
  const moment = new Date().toISOString().replace(/[:.]/g, '-')
  const aside = join(settings.dataDirectory, `before-reset-${moment}`)
  await mkdir(aside, { recursive: true })
  for (const name of there) await rename(join(settings.dataDirectory, name), join(aside, name))
  return aside
}
