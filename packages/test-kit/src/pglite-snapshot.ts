import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { readMigrations, STATEMENT_BREAK } from '@dr/server/platform/database/migration/migration-files'
import { openPglite, PGLITE_OPTIONS, pgliteDatabase } from '@dr/server/platform/database/pglite'
import { PGlite } from '@electric-sql/pglite'
import { type Pristine, readPristine, resetDatabase } from './reset-database.ts'

/** Cache folder in the workspace's `node_modules`. */
const cacheDirectory = (): string => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const modules = entry.slice(0, entry.lastIndexOf('@electric-sql'))
  return join(modules, '.cache', 'dr-test-kit')
}

/** Hash of the migrations, the code that applies them, and PGlite itself. */
const fingerprint = (): string => {
  const { resolve } = createRequire(import.meta.url)
  const entry = resolve('@electric-sql/pglite')
  const hash = createHash('sha256').update(readFileSync(join(dirname(entry), '..', 'package.json')))
  hash.update(readFileSync(resolve('@dr/server/platform/database/migration/migrate')))
  for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 16)
}

const makeSnapshot = async (file: string): Promise<void> => {
  const client = await PGlite.create()
  // One after another: a statement for outside a transaction must be sent alone.
  for (const { sql } of readMigrations())
    for (const statement of sql.split(STATEMENT_BREAK)) await client.exec(statement)
  const dump = await client.dumpDataDir('none')
  await client.close()
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
  try {
    linkSync(draft, file) // whole or not at all, and the first one stays: others may be reading it
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}

interface Kept {
  readonly client: PGlite
  readonly pristine: Pristine
}

/** Databases that tests of this process have closed; emptied for reuse. */
const idle: Kept[] = []

const create = async (): Promise<Kept> => {
  const file = join(cacheDirectory(), `pglite-${fingerprint()}.tar`)
  if (!existsSync(file)) await makeSnapshot(file)
  const client = await PGlite.create({ ...PGLITE_OPTIONS, loadDataDir: await openAsBlob(file) })
  return { client, pristine: await readPristine(client) }
}

/** An idle database, emptied; undefined if there is none, or its schema was changed. */
const reuse = async (): Promise<Kept | undefined> => {
  const kept = idle.pop()
  if (kept === undefined || (await resetDatabase(kept.client, kept.pristine))) return kept
  await kept.client.close()
  return undefined
}

/**
 * Opens a migrated, empty PGlite in memory. The first of a process is loaded from a snapshot in
 * node_modules/.cache (a third of a second instead of three); later ones are emptied closed ones (a
 * twentieth of that).
 */
export const openSnapshot = async (): Promise<Database> => {
  const kept = (await reuse()) ?? (await create())
  return pgliteDatabase(kept.client, async () => void idle.push(kept))
}

/** Removes snapshots of other migrations: 43 MB each. */
const removeOutdated = (): void => {
  const current = `pglite-${fingerprint()}`
  for (const name of existsSync(cacheDirectory()) ? readdirSync(cacheDirectory()) : []) {
    if (name.startsWith('pglite-') && !name.startsWith(current))
      rmSync(join(cacheDirectory(), name), { recursive: true, force: true })
  }
}

const makeDirectory = async (directory: string): Promise<void> => {
  removeOutdated()
  const draft = `${directory}.${randomBytes(4).toString('hex')}`
  const database = await openPglite({ directory: draft })
  await migrate(database)
  await database.close()
  try {
    renameSync(draft, directory) // whole or not at all, and the first one stays: others may be copying it
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(directory)) throw error
  }
}

/**
 * Puts a migrated, empty PGlite into `directory`, for a server under test: copying one from
 * node_modules/.cache takes a twentieth of the time of initdb and the migrations.
 */
export const fillPgliteDirectory = async (directory: string): Promise<void> => {
  const kept = join(cacheDirectory(), `pglite-${fingerprint()}`)
  if (!existsSync(kept)) await makeDirectory(kept)
  cpSync(kept, directory, { recursive: true })
}
