import type { PGlite } from '@electric-sql/pglite'

/** State of a database right after it was opened, for `resetDatabase`. */
export interface Pristine {
  /** Hash of all definitions: tables, columns, constraints, indexes, triggers, functions. */
  readonly schema: string
  readonly tables: readonly string[]
  /** Rows of the tables that migrations filled, as JSON arrays. */
  readonly seeded: ReadonlyMap<string, string>
  /** Last values of the sequences that migrations used. */
  readonly sequences: ReadonlyMap<string, string>
}

/**
 * Rows of the system catalogs contain the transaction that wrote them: a definition that was changed and
 * restored is another row. `pg_class` and `pg_index` are only named, since truncating writes them too.
 */
const SCHEMA = `
  SELECT md5(string_agg(part, ',' ORDER BY part)) AS schema FROM (
    SELECT concat_ws(' ', 'class', oid, relname, relkind, relpersistence) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'column', attrelid, attname, pg_attribute.xmin) FROM pg_attribute
      JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'constraint', oid, xmin) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'trigger', oid, xmin) FROM pg_trigger
    UNION ALL SELECT concat_ws(' ', 'function', oid, xmin) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'default', oid, xmin) FROM pg_attrdef
    UNION ALL SELECT concat_ws(' ', 'schema', nspname) FROM pg_namespace WHERE nspname NOT LIKE 'pg_%'
  ) AS definitions (part)`

const readSchema = async (client: PGlite): Promise<string> => {
  const { rows } = await client.query<{ schema: string }>(SCHEMA)
  return rows[0]?.schema ?? ''
}

/** Those of `tables` (quoted) that have rows. */
const filled = async (client: PGlite, tables: readonly string[]): Promise<readonly string[]> => {
  const each = tables.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`)
  const { rows } = await client.query<{ name: string }>(each.join(' UNION ALL '))
  return rows.map(({ name }) => name)
}

const readTables = async (client: PGlite): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  )
  return rows.map(({ name }) => name)
}

const readRows = async (client: PGlite, table: string): Promise<string> => {
  const { rows } = await client.query<{ content: string }>(
    `SELECT coalesce(jsonb_agg(t ORDER BY t::text), '[]')::text AS content FROM ${table} AS t`,
  )
  return rows[0]?.content ?? '[]'
}

const readSequences = async (client: PGlite): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export const readPristine = async (client: PGlite): Promise<Pristine> => {
  const tables = await readTables(client)
  const seeded = new Map<string, string>()
  for (const table of await filled(client, tables)) seeded.set(table, await readRows(client, table))
  return { schema: await readSchema(client), tables, seeded, sequences: await readSequences(client) }
}

/**
 * Restores all rows to `pristine`, past all triggers and foreign keys, drops added tables, and resets the
 * session. False: the schema was changed otherwise, so a new database is needed.
 */
export const resetDatabase = async (client: PGlite, pristine: Pristine): Promise<boolean> => {
  await client.exec('DISCARD ALL')
  const added = (await readTables(client)).filter((name) => !pristine.tables.includes(name))
  if (added.length > 0) await client.exec(`DROP TABLE ${added.join(', ')} CASCADE`)
  if ((await readSchema(client)) !== pristine.schema) return false
  const changed = new Set(await filled(client, pristine.tables))
  for (const [table, rows] of pristine.seeded) {
    if ((await readRows(client, table)) === rows) changed.delete(table)
    else changed.add(table)
  }
  const used = await readSequences(client)
  await client.transaction(async (tx) => {
    await tx.exec(`SET LOCAL session_replication_role = replica`)
    if (changed.size > 0) await tx.exec(`TRUNCATE ${[...changed].join(', ')} CASCADE`)
    for (const [table, rows] of pristine.seeded) {
      // The table was truncated above, directly or with a table that it refers to.
      await tx.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)
          WHERE NOT EXISTS (SELECT FROM ${table})`,
        [rows],
      )
    }
    for (const [name, value] of used) {
      const before = pristine.sequences.get(name)
      if (before === undefined) await tx.exec(`ALTER SEQUENCE ${name} RESTART`)
      else if (before !== value) await tx.query(`SELECT setval($1::regclass, $2::bigint)`, [name, before])
    }
  })
  return true
}
