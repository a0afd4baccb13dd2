/** Fingerprints of a database's tables, to detect changes and name the tables. */
import type { Reader } from '../../src/platform/database/database.ts'

/** Written also by refused requests; without data of the product. */
const HOUSEKEEPING: readonly string[] = ['rate_bucket', 'seen_request', 'session', 'used_nonce']

/** Announcements with only ended sessions belong to the table of sessions. */
const SESSIONS_ALONE = `WHERE topics - 'sessions-ended' <> '{}'`

export type Fingerprint = ReadonlyMap<string, string>

/** `<rows> <hash>` of each table except the housekeeping, as seen by `read`. */
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

/** Names of the changed tables. */
export const changed = (before: Fingerprint, after: Fingerprint): string[] =>
  [...after].filter(([name, content]) => before.get(name) !== content).map(([name]) => name)
