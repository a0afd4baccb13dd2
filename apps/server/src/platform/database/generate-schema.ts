import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { MIGRATIONS_DIRECTORY } from './migrate.ts'

export const generatedSchemaFile = join(MIGRATIONS_DIRECTORY, '0001_schema.sql')

const HEADER = `-- Generated from every tables.ts: npm run -w @dr/server migrations. Not edited by hand.
-- Nothing is released yet, so there is one file, made anew; after the first release each change is a file of its own.
`

/** Exports in one order, whoever loads the module. */
const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/** What Drizzle's own generator (drizzle-kit) makes of all `tables.ts` under `src`, from nothing. */
export const generateSchema = async (): Promise<string> => {
  const source = fileURLToPath(new URL('../..', import.meta.url))
  const files = globSync('**/tables.ts', { cwd: source }).sort()
  const tables: Record<string, unknown> = {}
  for (const file of files) {
    const exported = (await import(pathToFileURL(join(source, file)).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported).sort(byName)) tables[`${file}:${name}`] = value
  }
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tables))
  return `${HEADER}\n${statements.map((statement) => statement.trim()).join('\n\n')}\n`
}
