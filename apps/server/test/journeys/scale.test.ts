/**
 * The cost of public queries, and of those in every withdrawal, must not grow with the number of users or
 * days.
 */
import { describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { balanceHistory } from '../../src/modules/accounts/balance-history.ts'
import { DIVIDEND_CONFIG } from '../../src/modules/dividends/default-config.ts'
import { dividendPool } from '../../src/modules/dividends/dividend-pool.ts'
import { growthOf } from '../../src/modules/dividends/power/growth.ts'
import { ledgerLines, readVaultBooks } from '../../src/modules/ledger/index.ts'
import { miningOverview } from '../../src/modules/mining/figures/mining-overview.ts'
import { latestFundings } from '../../src/modules/packages/budget/budget.ts'
import { packageFunding } from '../../src/modules/packages/index.ts'
import { readShortfalls } from '../../src/modules/solvency/read-shortfalls.ts'
import { burnedTotal } from '../../src/modules/withdrawal/burned-total.ts'
import { withdrawalLimits } from '../../src/modules/withdrawal/recent/withdrawal-limits.ts'
import type { Database, Reader, Statement } from '../../src/platform/database/database.ts'
import { lowerHex } from '../../src/platform/hex.ts'
import type { UserId } from '../../src/platform/ids.ts'

const USERS = 5_000
const COLLECTS = 4
const WEEK = 2970
const HASH = `0x${'1'.repeat(64)}`
const FILL = [
  `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (31337, 5, '${HASH}', 1800000000)`,
  `INSERT INTO ledger_account (vault, token, kind, balance) VALUES (0, 'DR', 'chain', ${-12 * USERS - 7}),
    (0, 'DR', 'emission-pool', 4), (0, 'DR', 'unattributed', 3)`,
  `INSERT INTO ledger_account (vault, token, kind, user_id, balance)
    SELECT 0, 'DR', kind, u, 6 FROM generate_series(1, ${USERS}) u, unnest(ARRAY['user-available', 'user-held']) kind`,
  `INSERT INTO mining_product VALUES ('m1', 'M1', 1, 1, 1, 0, 1, 1, 30)`,
  `INSERT INTO mining_purchase SELECT i, i, gen_random_uuid(), 'm1', 2, 10, 1, 2, '${HASH}', 7, 5
    FROM generate_series(1, ${USERS}) i`,
  `INSERT INTO mining_activation (order_id, user_id, at, machine_ids, periods, drgv_burned, tx_hash)
    SELECT gen_random_uuid(), i, 1, ARRAY[i << 7, (i << 7) + 1], 1, 12, '${HASH}' FROM generate_series(1::bigint, ${USERS}) i`,
  `INSERT INTO withdrawal (order_id, user_id, vault, token, amount, burn_amount, burned, usd_value, day, final)
    SELECT gen_random_uuid(), i, 0, 'DR', 100, 5, 5, 1, '2026-01-01', true
    FROM generate_series(1, ${USERS}) i`,
  `INSERT INTO journal (key, reason, vault, at, source)
    SELECT 'k' || i, 'mining.collect', 0, now(), '{}' FROM generate_series(1, ${COLLECTS * USERS}) i`,
  // Before users withdraw, nearly every posting comes from one pool.
  `INSERT INTO posting (journal_id, from_account, to_account, amount)
    SELECT j.id, pool.id, mine.id, 1 FROM journal j
      JOIN ledger_account mine ON mine.code = '0:DR:user-available:' || (j.id % ${USERS} + 1)
      JOIN ledger_account pool ON pool.code = '0:DR:emission-pool'`,
  `INSERT INTO pod_position SELECT i, '0x' || lpad(to_hex(i), 40, '0'), 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
    FROM generate_series(1, ${USERS}) i`,
  `INSERT INTO pod_growth SELECT w, i, (i * 7919) % ${USERS} + 1, i
    FROM generate_series(1, ${USERS}) i, generate_series(${WEEK - 1}, ${WEEK}) w`,
  // A week in which all users bought the same.
  `INSERT INTO pod_growth SELECT ${WEEK + 1}, i, 7, i FROM generate_series(1, ${USERS}) i`,
  `INSERT INTO pod_week_total SELECT ${WEEK}, i, 1, 0 FROM generate_series(0, 31) i`,
  `INSERT INTO pod_pool VALUES (1, ${WEEK}, 0, 1, 0, 0, 1)`,
  `INSERT INTO package VALUES (1, 'USDT', 1, 1, 10, 1, NULL, 0, 0, true)`,
  // One wei each, for packages that do not exist: anyone can send them.
  `INSERT INTO package_budget (package_id, token, left_amount, funded)
    SELECT i, token, 1, 1 FROM generate_series(1, ${USERS}) i, unnest(ARRAY['USDT', 'DR']) token`,
  `INSERT INTO package_funding SELECT i || token, i, token, 1, 0, '0x${'2'.repeat(40)}', '', 5, '${HASH}'
    FROM generate_series(1, ${USERS}) i, unnest(ARRAY['USDT', 'DR']) token`,
  `INSERT INTO package_deposit (key, user_id, address, token, amount, chain_package_id, at, block_number, tx_hash, outcome, reason)
    SELECT 'd' || i, i % 1000, '0x' || lpad(to_hex(i % 1000), 40, '0'), 'USDT', 1, 154, 1799999000, 5, '${HASH}', 'returned', 'PACKAGE_NOT_FOUND'
    FROM generate_series(1, ${USERS}) i`,
  // Withdrawals of other days, and of this one.
  `INSERT INTO withdrawal_recent SELECT gen_random_uuid(), 2, 'USDT', 1, 1799900000 - i * 60 FROM generate_series(1, ${USERS}) i`,
  `INSERT INTO withdrawal_recent SELECT gen_random_uuid(), 2, 'USDT', 1, 1800000000 - i * 60 FROM generate_series(1, 20) i`,
  'ANALYZE',
]

/** Adds this number of collections of one user. */
const collectsOf = (userId: number, count: number): string => `
  WITH added AS (
    INSERT INTO journal (key, reason, vault, at, source)
      SELECT 'u${userId}:' || gen_random_uuid(), 'mining.collect', 0, now() - i * interval '1 hour', '{}'
      FROM generate_series(1, ${count}) i RETURNING id
  )
  INSERT INTO posting (journal_id, from_account, to_account, amount)
    SELECT added.id, pool.id, mine.id, 1 FROM added
      JOIN ledger_account mine ON mine.code = '0:DR:user-available:${userId}'
      JOIN ledger_account pool ON pool.code = '0:DR:emission-pool'`

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0)

/** Runs statements, and counts the rows that every node of every plan read. */
const countingRows = (database: Database) => {
  const seen = { rows: 0 }
  const query: Reader['query'] = async <Row>(statement: Statement) => {
    const { text, values = [] } = statement
    const { rows } = await database.read.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
      text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    })
    seen.rows += rowsOf(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode)
    return database.read.query<Row>(statement)
  }
  return { seen, reader: { query, orm: database.read.orm }, database }
}

describeOnPostgres('with 5,000 users', ({ openDatabase }) => {
  const open = async () => {
    const database = await openDatabase()
    for (const text of FILL) await database.single.query({ text })
    return countingRows(database)
  }

  test('the books of a vault are read from its few accounts, and say what is owed to all', async () => {
    const { seen, reader } = await open()
    const [miner] = await readVaultBooks(reader)
    expect(miner).toMatchObject({
      vault: 0,
      token: 'DR',
      blockNumber: 5n,
      booked: BigInt(12 * USERS + 7),
      owed: BigInt(12 * USERS),
      pools: 4n,
      unattributed: 3n,
    })
    expect(seen.rows).toBeLessThan(50)
  })

  test('the public overview reads no history', async () => {
    const { seen, reader } = await open()
    await miningOverview(reader, { startTime: 1n })
    await burnedTotal(reader)
    await readVaultBooks(reader)
    await readShortfalls(reader)
    expect((await packageFunding(reader)).map(({ packageId, token }) => [packageId, token])).toEqual([
      [1, 'DR'],
      [1, 'USDT'],
    ])
    await latestFundings(reader, { each: 10 })
    expect(seen.rows).toBeLessThan(50)
  })

  test('the weekly pool, and so its close, reads a fixed number of rows', async () => {
    const { seen, reader } = await open()
    const { current } = await dividendPool(
      reader,
      { firstWeek: BigInt(WEEK), config: DIVIDEND_CONFIG },
      { limit: 20 },
    )
    expect(current.growth.map(({ bought }) => Number(bought))).toEqual(
      Array.from({ length: 20 }, (_, rank) => USERS - rank),
    )
    expect(seen.rows).toBeLessThan(250)
  })

  test('my place in the ranking costs as much as is ahead of me, to the thousandth place', async () => {
    const { seen, reader } = await open()
    const placeOf = async (week: number, userId: number) => {
      seen.rows = 0
      const growth = await growthOf(reader, { week: BigInt(week), userId: userId as UserId })
      return { rank: growth?.rank, behindRank: growth?.behindRank }
    }
    /** The user who bought `amount` in WEEK: each user bought a different amount, up to USERS. */
    const buyerOf = (amount: number) =>
      1 + Array.from({ length: USERS }, (_, i) => ((i + 1) * 7919) % USERS).indexOf(amount - 1)
    expect(await placeOf(WEEK, buyerOf(USERS))).toEqual({ rank: 1, behindRank: false })
    expect(seen.rows).toBeLessThan(20)
    expect(await placeOf(WEEK, buyerOf(USERS - 999))).toEqual({ rank: 1_000, behindRank: false })
    expect(await placeOf(WEEK, buyerOf(USERS - 1_000))).toEqual({ rank: 1_000, behindRank: true })
    expect(await placeOf(WEEK, buyerOf(1))).toEqual({ rank: 1_000, behindRank: true })
    expect(seen.rows).toBeLessThan(3_500)
    expect(await placeOf(WEEK + 1, 1)).toEqual({ rank: 1, behindRank: false })
    expect(seen.rows).toBeLessThan(20)
    expect(await placeOf(WEEK + 1, USERS)).toEqual({ rank: 1_000, behindRank: true })
    expect(seen.rows).toBeLessThan(3_500)
  })

  test('what I deposited recently, and what all users took of the share, are my rows and the day’s', async () => {
    const { seen, reader } = await open()
    const { recentDeposits } = await withdrawalLimits(
      { reader, readNodeDay: async () => ({ limit: 5n, total: 100n }) },
      { userId: 7 as UserId, address: lowerHex(`0x${'7'.padStart(40, '0')}`) },
    )
    expect(recentDeposits).toEqual([
      { token: 'USDT', days: 30, deposited: `${USERS / 1_000}`, received: '0', used: '20' },
    ])
    expect(seen.rows).toBeLessThan(100)
  })

  test("a page of one's own ledger lines reads one's own postings, whatever is looked for", async () => {
    const { seen, reader } = await open()
    const userId = 4_321 as UserId
    const page = await ledgerLines(reader, { userId, limit: 20 })
    expect(page.items).toHaveLength(COLLECTS)
    await ledgerLines(reader, { userId, limit: 20, filter: { reason: 'withdrawal' } })
    expect(seen.rows).toBeLessThan(300)
  })

  test("the history of one's balances reads one's own postings, and of a long one the newest alone", async () => {
    const { seen, reader, database } = await open()
    const historyOf = async (userId: number) => {
      seen.rows = 0
      const history = await balanceHistory(reader, { userId: userId as UserId, range: 'all' })
      return { rows: seen.rows, readFrom: history.readFrom }
    }
    const few = await historyOf(4_321)
    expect(few.readFrom).toBeNull()
    expect(few.rows).toBeLessThan(500)
    await database.single.query({ text: collectsOf(77, 3_000) })
    await database.single.query({ text: 'ANALYZE' })
    const long = await historyOf(77)
    expect(long.readFrom).not.toBeNull()
    expect(long.rows).toBeLessThan(20_000)
    await database.single.query({ text: collectsOf(77, 12_000) })
    await database.single.query({ text: 'ANALYZE' })
    expect((await historyOf(77)).rows).toBeLessThan(1.1 * long.rows)
    expect((await historyOf(4_321)).rows).toBeLessThan(500)
  })
})
