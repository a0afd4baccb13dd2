/**
 * `dividend.close`: milliseconds to close a week of dividends (journals and indexes from which every
 * holder's share follows, committed to a durable PostgreSQL; without the published file), for 1,000,
 * 100,000 and a million holders who all bought within the week. Reference: reading every holder's row once.
 */

import { WAD } from '@dr/protocol/amounts'
import { weekOf, weekStart } from '@dr/protocol/rules/weeks'
import { DIVIDEND_CONFIG } from '@dr/server/modules/dividends/default-config'
import { dividendClosing } from '@dr/server/modules/dividends/week/dividend-closing'
import { closeDue } from '@dr/server/modules/weeks/index'
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { type PostgresCluster, startPostgres } from '@dr/test-kit'
import type { Bench, BenchContext } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { medianTime, middleBy } from './rounds.ts'
import { figuresBySize, nameAt, SIZES, type Size } from './sizes.ts'

/** The first is for warm-up. */
const WEEKS = 4
const READS = 3
const FIRST = weekOf(1_800_000_000n)
/** Shares of a holder with 1,000 POD at the first index, and the fine power. */
const POWER = 1_000n * WAD
const FINE = 10n ** 18n
const STRIPES = 32

const closing = dividendClosing({
  firstWeek: FIRST,
  config: DIVIDEND_CONFIG,
  drPriceAt: async () => WAD / 2n,
})

/** Inserts holders, their sums in stripes, and each week's purchases and income. */
const seed = (size: Size): string[] => [
  `INSERT INTO ledger_account (vault, token, kind, balance)
    VALUES (1, 'USDT', 'chain', -1e30), (1, 'USDT', 'dividend-pool', 1e30)`,
  `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp)
    VALUES (31337, 1, '0x' || repeat('ab', 32), ${weekStart(FIRST)})`,
  `INSERT INTO pod_pool (week, generation, index_left, paid_usdt, paid_dr, shares)
    VALUES (${FIRST}, 1, 1e36, 0, 0, ${POWER * FINE}::numeric * ${size})`,
  `INSERT INTO pod_position (user_id, account, week, generation, shares, index_left, paid_usdt, paid_dr, accrued_usdt,
      accrued_dr, unpledged, credited_usdt, credited_dr)
    SELECT n, '0x80' || lpad(to_hex(n), 38, '0'), ${FIRST}, 1, ${POWER * FINE}::numeric, 1e36, 0, 0, 0, 0, 0, 0, 0
    FROM generate_series(1, ${size}) n`,
  `INSERT INTO pod_week_total (week, stripe, joining, leaving)
    SELECT w, s, ${POWER * FINE}::numeric * ${size} / ${STRIPES}, ${POWER}::numeric * ${size}
    FROM generate_series(${FIRST}, ${FIRST} + ${WEEKS} - 1) w, generate_series(0, ${STRIPES} - 1) s`,
  `INSERT INTO pod_growth (week, user_id, bought, reached_at)
    SELECT w, n, ${POWER}::numeric + n % 100000, n
    FROM generate_series(${FIRST}, ${FIRST} + ${WEEKS} - 1) w, generate_series(1, ${size}) n`,
  `INSERT INTO dividend_income (journal_id, week, token, amount, kind, reference, at, tx_hash, log_index)
    SELECT 1000000000 + w * 100 + n, w, 'USDT', ${WAD}, 'swap-fees', '1', ${weekStart(FIRST)}, '0x' || repeat('ab', 32), n
    FROM generate_series(${FIRST}, ${FIRST} + ${WEEKS} - 1) w, generate_series(1, 7) n`,
]

const openSeeded = async (
  { defer, log }: BenchContext,
  { cluster, size }: { cluster: PostgresCluster; size: Size },
): Promise<Database> => {
  const started = performance.now()
  const name = `holders_${size}`
  const admin = openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
  await admin.single.script(`CREATE DATABASE ${name}`)
  await admin.close()
  const database = openPostgres({ url: cluster.url(name), poolMax: 2 })
  defer(() => database.close())
  await migrate(database)
  await database.transaction((tx) =>
    tx.script(
      `SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica; ${seed(size).join(';\n')}`,
    ),
  )
  for (const sql of ['VACUUM ANALYZE', 'CHECKPOINT']) await database.single.script(sql)
  log(`dividend.close: ${size} holders, in ${Math.round(performance.now() - started)} ms`)
  return database
}

/** Closes each week separately, after the clock has passed its end. */
const measureCloses = async (database: Database): Promise<number> => {
  const times: number[] = []
  for (let week = FIRST; week < FIRST + BigInt(WEEKS); week += 1n) {
    await database.single.query({
      text: 'UPDATE chain_clock SET block_timestamp = $1',
      values: [weekStart(week + 1n)],
    })
    const started = performance.now()
    const closed = await database.transaction((tx) => closeDue(tx, closing))
    times.push(performance.now() - started)
    if (closed !== 1) throw new Error(`closed ${closed} weeks, not week ${week}`)
  }
  return middleBy(times.slice(1), Number)
}

export const dividendClose: Bench = {
  figures: figuresBySize('dividend.close', { of: 'value', is: 'at most', limit: 10 } as const),
  async run(context): Promise<Figure[]> {
    const cluster = await startPostgres({ durable: true })
    context.defer(cluster.stop)
    const figures: Figure[] = []
    for (const size of SIZES) {
      const database = await openSeeded(context, { cluster, size })
      const read = () => database.read.query({ text: 'SELECT sum(shares), max(week) FROM pod_position' })
      const reference = await medianTime(READS, read)
      const value = await measureCloses(database)
      figures.push(figure({ bench: nameAt('dividend.close', size), value, unit: 'ms', reference }))
    }
    return figures
  },
}
