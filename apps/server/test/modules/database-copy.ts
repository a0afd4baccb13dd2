/** A backup of a database's rows, kept beside them, and its restore: what was written since is gone. */
import type { Database, Tx } from '../../src/platform/database/database.ts'

const FOLDER = 'older_backup'

interface Table {
  name: string
  columns: string
}

/** Tables that hold rows, with the columns that can be written. */
const tablesOf = async (tx: Tx): Promise<Table[]> => {
  const { rows } = await tx.query<Table>({
    text: `SELECT c.relname::text AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated = '' GROUP BY c.relname ORDER BY 1`,
  })
  return rows
}

export const backUp = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    const tables = await tablesOf(tx)
    const copies = tables.map(({ name }) => `CREATE TABLE ${FOLDER}.${name} AS TABLE public.${name}`)
    await tx.script(`DROP SCHEMA IF EXISTS ${FOLDER} CASCADE; CREATE SCHEMA ${FOLDER};
      ${copies.join(';\n')};
      CREATE TABLE ${FOLDER}.sequence_values AS
        SELECT sequencename::text AS name, last_value FROM pg_sequences WHERE schemaname = 'public'`)
  })

export const restore = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    const tables = await tablesOf(tx)
    const rows = tables.map(
      ({ name, columns }) => `INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE
        SELECT ${columns} FROM ${FOLDER}.${name}`,
    )
    await tx.script(`SET LOCAL session_replication_role = replica;
      TRUNCATE ${tables.map(({ name }) => `public.${name}`).join(', ')};
      ${rows.join(';\n')};
      SELECT setval('public.' || quote_ident(name), coalesce(last_value, 1), last_value IS NOT NULL)
        FROM ${FOLDER}.sequence_values`)
  })
