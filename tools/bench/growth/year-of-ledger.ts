/** Ledger after a year with one collect a user and day. Inserted by SQL, in the product's schema. */
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import type { PostgresCluster } from '@dr/test-kit'
import type { BenchContext } from '../bench.ts'
import { CALLERS, NOW } from '../ledger/seed-database.ts'

export const YEAR_DAYS = 365
/** Amount of each collect, with as many digits as a real one. */
const AMOUNT = 1_234_567_890_123_456_789n
const TABLES = `ARRAY['journal', 'posting']::regclass[]`

const openEmpty = async (
  { defer }: BenchContext,
  { cluster, name }: { readonly cluster: PostgresCluster; readonly name: string },
): Promise<Database> => {
  const admin = openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
  await admin.single.script(`DROP DATABASE IF EXISTS ${name}`)
  await admin.single.script(`CREATE DATABASE ${name}`)
  await admin.close()
  const database = openPostgres({ url: cluster.url(name), poolMax: CALLERS })
  defer(() => database.close())
  await migrate(database)
  return database
}

/**
 * Account `n` belongs to user n; the two after the last user's are the system's. Each begins with one DR,
 * so that everyone can pay.
 */
const accountsOf = (users: number, collects: string): string => `
  INSERT INTO ledger_account (vault, token, kind, user_id, balance)
    SELECT 0, 'DR', 'user-available', n, 1e18 + ${AMOUNT}::numeric * ${collects} FROM generate_series(1, ${users}) n;
  INSERT INTO ledger_account (vault, token, kind, balance)
    SELECT 0, 'DR', 'emission-pool', 1e40 - sum(balance) FROM ledger_account;
  INSERT INTO ledger_account (vault, token, kind, balance) VALUES (0, 'DR', 'chain', -1e40);
  INSERT INTO journal (key, reason, vault, at, source)
    VALUES ('bench:open', 'bench.open', 0, to_timestamp(${NOW}) - interval '1 year', '{"kind":"bench"}');
  INSERT INTO posting (journal_id, from_account, to_account, amount)
    SELECT currval('journal_id_seq'), ${users + 2}, ${users + 1}, 1e40
    UNION ALL SELECT currval('journal_id_seq'), ${users + 1}, n, 1e18 FROM generate_series(1, ${users}) n`

/** Collects of users 1 to \`users\` on \`days\` days, one a user and day, in order of days. */
const collectsOf = ({ users, days, all }: { users: number; days: number; all: number }): string => `
  INSERT INTO journal (key, reason, vault, at, source)
    SELECT 'order:mining-' || n || '-' || d || ':collect', 'mining.collect', 0,
      to_timestamp(${NOW} - 86400 * (${days} - d) + n % 86400), jsonb_build_object('kind', 'emission', 'releaseId', d * 24)
    FROM generate_series(1, ${days}) d, generate_series(1, ${users}) n;
  INSERT INTO posting (journal_id, from_account, to_account, amount)
    SELECT j.first + (d - 1) * ${users} + n, ${all + 1}, n, ${AMOUNT}
    FROM (SELECT min(id) AS first FROM journal WHERE key = 'bench:open') j,
      generate_series(1, ${days}::bigint) d, generate_series(1, ${users}) n`

/** Loads without the indexes that are no constraints, and creates them again: an eighth of the time. */
const withoutIndexes = async (database: Database, load: () => Promise<void>): Promise<void> => {
  const { rows } = await database.read.query<{ name: string; definition: string }>({
    text: `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
      FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
      WHERE i.indrelid = ANY(${TABLES}) AND c.oid IS NULL`,
  })
  for (const { name } of rows) await database.single.script(`DROP INDEX ${name}`)
  await load()
  for (const { definition } of rows) {
    await database.session((session) =>
      session.script(`BEGIN; SET LOCAL maintenance_work_mem = '1GB'; ${definition}; COMMIT`),
    )
  }
}

export interface LedgerOfYear {
  readonly database: Database
  readonly users: number
}

/**
 * Opens a database in which the first `active` of `users` have collected on `days` days. Both sides have
 * the same number of accounts and differ only in `days`.
 */
export const openLedger = async (
  context: BenchContext,
  input: {
    readonly cluster: PostgresCluster
    readonly name: string
    readonly users: number
    readonly active: number
    readonly days: number
  },
): Promise<LedgerOfYear> => {
  const { users, active, days } = input
  const started = performance.now()
  const database = await openEmpty(context, input)
  const run = (sql: string): Promise<void> =>
    database.session((session) =>
      session.script(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`),
    )
  await withoutIndexes(database, async () => {
    await run(accountsOf(users, `CASE WHEN n <= ${active} THEN ${days} ELSE 0 END`))
    await run(collectsOf({ users: active, days, all: users }))
  })
  await database.session((session) => session.script('VACUUM ANALYZE'))
  await database.session((session) => session.script('CHECKPOINT'))
  const postings = active * days + users + 1
  context.log(`a ledger of ${postings} postings, in ${Math.round((performance.now() - started) / 1_000)} s`)
  return { database, users }
}
