import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'

/** Sorts exports by name, independent of the order in which modules are loaded. */
const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/**
 * The statements that create all `tables.ts` under `src` on an empty database with its domains, by Drizzle's
 * own generator.
 */
export const generateSchema = async (): Promise<string> => {
  const source = fileURLToPath(new URL('../../src', import.meta.url))
  const files = globSync('**/tables.ts', { cwd: source }).sort()
  const tables: Record<string, unknown> = {}
  for (const file of files) {
    const exported = (await import(pathToFileURL(join(source, file)).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported).sort(byName)) tables[`${file}:${name}`] = value
  }
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tables))
  return statements.join('\n')
}
