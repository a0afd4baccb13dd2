/** What is in a database, table by table: to see that nothing was changed, and if so, where. */
import type { Reader } from '../../src/platform/database/database.ts'

/** Written by requests that are refused, as they must be; no product in them. */
const HOUSEKEEPING: readonly string[] = ['rate_bucket', 'seen_request', 'session', 'used_nonce']

/** What announces only that sessions have ended goes with the table of sessions. */
const SESSIONS_ALONE = `WHERE topics - 'sessions-ended' <> '{}'`

export type Fingerprint = ReadonlyMap<string, string>

/** `<rows> <hash>` of each table but the housekeeping, as `read` sees them. */
export const fingerprint = async ({ read }: { readonly read: Reader }): Promise<Fingerprint> => {
  const { rows: tables } = await read.query<{ name: string }>({
    text: `SELECT quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL($1::text[]) ORDER BY 1`,
    values: [HOUSEKEEPING],
  })
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*) || ' ' ||
      coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS content FROM ${name} t ${name === 'announcement' ? SESSIONS_ALONE : ''}`,
  )
  const { rows } = await read.query<{ name: string; content: string }>({ text: parts.join(' UNION ALL ') })
  return new Map(rows.map(({ name, content }) => [name, content]))
}

/** Names of the tables that are not as they were. */
export const changed = (before: Fingerprint, after: Fingerprint): string[] =>
  [...after].filter(([name, content]) => before.get(name) !== content).map(([name]) => name)
