/** The product's real schema with any number of users, inserted by SQL: the state after years. */
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import type { PostgresCluster } from '@dr/test-kit'
import type { BenchContext } from '../bench.ts'
import type { Size } from '../sizes.ts'

/** Connections of the product's pool, and callers of every bench on it. */
export const CALLERS = 16
/** Unix seconds. Everything in the database began a month earlier. */
export const NOW = 1_800_000_000n
export const DAY = 86_400n
/** Power of each user's machines, in T. */
const POWER = 100n
/** Scaled base units a T that accrue in a day, so that no claim is empty. */
export const ACC_A_DAY = 10n ** 44n

/**
 * Inserts without checks of foreign keys: the rows refer only to each other, and a million checks take a
 * minute. Each statement alone, since the client waits only so long for an answer.
 */
const insertAll = async (database: Database, statements: readonly string[]): Promise<void> => {
  for (const statement of statements)
    await database.transaction((tx) =>
      tx.script(
        `SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica; ${statement}`,
      ),
    )
}

/** Gives every user an account of DR with one posting, from a pool with enough for all later claims. */
const ledgerOf = (size: Size): string[] => [
  `INSERT INTO ledger_account (vault, token, kind, user_id, balance)
    SELECT 0, 'DR', 'user-available', n, 1000000000000000000 FROM generate_series(1, ${size}) n`,
  `INSERT INTO ledger_account (vault, token, kind, balance)
    VALUES (0, 'DR', 'chain', -1000000000000000000::numeric * ${size} - 1e60::numeric), (0, 'DR', 'emission-pool', 1e60)`,
  `INSERT INTO journal (key, reason, vault, at, source)
    SELECT 'bench:open:' || n, 'bench.open', 0, to_timestamp(${NOW}), '{"kind":"bench"}'
    FROM generate_series(1, ${size}) n`,
  `INSERT INTO posting (journal_id, from_account, to_account, amount)
    SELECT n, ${size} + 1, n, 1000000000000000000 FROM generate_series(1, ${size}) n`,
]

/** Every user mines; machines stop evenly over the next 30 days, at whole hours as in the contract. */
export const mineOf = (size: number): string[] => [
  `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp)
    VALUES (31337, 1, '0x' || repeat('ab', 32), ${NOW})`,
  `INSERT INTO mining_pool (time, release_id, released, power, acc, carry, undistributed)
    VALUES (${NOW}, 1, 0, ${POWER} * ${size}, ${ACC_A_DAY}, 0, 0)`,
  `INSERT INTO mining_position (user_id, settled_to, power, acc, accrued, collect_count, collected_total)
    SELECT n, ${NOW - DAY}, ${POWER}, 0, 0, 0, 0 FROM generate_series(1, ${size}) n`,
  `INSERT INTO mining_power_change (user_id, at, delta)
    SELECT n, (${NOW / 3_600n} + 1 + n % 720) * 3600, -${POWER} FROM generate_series(1, ${size}) n`,
  'INSERT INTO mining_power_moment (at, delta) SELECT at, sum(delta) FROM mining_power_change GROUP BY at',
]

/** Opens a separate database in `cluster`, and fills it. */
export const openFilled = async (
  { defer, log }: BenchContext,
  {
    cluster,
    name,
    statements,
  }: { readonly cluster: PostgresCluster; readonly name: string; readonly statements: readonly string[] },
): Promise<Database> => {
  const started = performance.now()
  const admin = openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
  await admin.single.script(`CREATE DATABASE ${name}`)
  await admin.close()
  const database = openPostgres({ url: cluster.url(name), poolMax: CALLERS })
  defer(() => database.close())
  await migrate(database)
  await insertAll(database, statements)
  await database.single.script('VACUUM ANALYZE')
  await database.single.script('CHECKPOINT')
  log(`the database ${name}, in ${Math.round(performance.now() - started)} ms`)
  return database
}

/** Opens a separate database in `cluster`, with `size` users. */
export const openSeeded = async (
  context: BenchContext,
  { cluster, size }: { cluster: PostgresCluster; size: Size },
): Promise<{ readonly database: Database; readonly name: string }> => {
  const name = `users_${size}`
  const statements = [...ledgerOf(size), ...mineOf(size)]
  return { database: await openFilled(context, { cluster, name, statements }), name }
}
