import type { Reader } from '../../src/platform/database/database.ts'

/** One line for each object of a schema, sorted: two schemas are equal if their lines are. */
export interface SchemaCatalog {
  /** `table.column type [NOT NULL] [DEFAULT …] [IDENTITY]` */
  readonly columns: readonly string[]
  /** `table: name definition` of primary keys, foreign keys, CHECK and UNIQUE constraints. */
  readonly constraints: readonly string[]
  readonly indexes: readonly string[]
}

const COLUMNS = `SELECT format('%s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN ' NOT NULL' END, ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid),
    CASE WHEN a.attidentity <> '' THEN ' IDENTITY' END) AS line
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
    AND c.relname <> 'schema_migration' ORDER BY 1`

const CONSTRAINTS = `SELECT format('%s: %s %s', c.relname, n.conname, pg_get_constraintdef(n.oid)) AS line
  FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migration' ORDER BY 1`

const INDEXES = `SELECT indexdef AS line FROM pg_indexes
  WHERE schemaname = 'public' AND tablename <> 'schema_migration' ORDER BY 1`

/** Tables of the schema `public`, except the migrations' own record. */
export const readSchemaCatalog = async (reader: Reader): Promise<SchemaCatalog> => {
  const lines = async (text: string): Promise<string[]> =>
    (await reader.query<{ line: string }>({ text })).rows.map(({ line }) => line)
  return {
    columns: await lines(COLUMNS),
    constraints: await lines(CONSTRAINTS),
    indexes: await lines(INDEXES),
  }
}
