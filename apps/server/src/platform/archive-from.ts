import type { Reader } from './database/database.ts'

/**
 * Whether anything may be moved to where the program one version older does not look: not in the week after
 * the migration that made the place (ADR 0048), nor while an operator has postponed it.
 */
export const mayArchive = async (reader: Reader): Promise<boolean> => {
  const { rows } = await reader.query<{ may: boolean }>({
    text: `SELECT value::timestamptz <= now() AS may FROM installation WHERE name = 'archive-from'`,
  })
  return rows[0]?.may ?? false
}
