import { describeOnDatabase } from '@dr/test-kit'
import { expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { miningStats } from '../figures/mining-stats.ts'
import { foldCollects } from './fold-collects.ts'

const USERS = [1, 2, 700] as UserId[]
const NOW = Date.parse('2026-07-20T12:00:00Z') / 1_000
/** Collects of each user, one a day at a time of its own, up to today. */
const DAYS = 150

const fill = async (database: Database): Promise<void> => {
  await database.single.query({
    text: `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (31337, 1, $1, $2)`,
    values: [`0x${'1'.repeat(64)}`, NOW],
  })
  for (const [place, userId] of USERS.entries()) {
    await database.single.query({
      text: `INSERT INTO mining_collect (journal_id, user_id, at, amount, release_id)
        SELECT $3 * 1000 - n, $1, $2::bigint - n * 86400 - n * 60, 1000000000000000000 + n, n FROM generate_series(0, $4 - 1) n`,
      values: [userId, NOW, place, DAYS],
    })
  }
  await allow(database, '2020-01-01')
}

const allow = (database: Database, from: string) =>
  database.single.query({
    text: `UPDATE installation SET value = $1 WHERE name = 'archive-from'`,
    values: [from],
  })

const fold = (database: Database) => foldCollects(database, new AbortController().signal)
const seriesOf = ({ read }: Database, userId: UserId) =>
  miningStats({ reader: read, startTime: 1n }, { userId, from: '2026-01-01', to: '2026-07-20' })
const countOf = async ({ read }: Database, table: string): Promise<number> =>
  (await read.query({ text: `SELECT FROM ${table}` })).rowCount

describeOnDatabase('collects of months that are over', ({ openDatabase }) => {
  const open = async () => {
    const database = await openDatabase()
    await fill(database)
    return database
  }

  test('are folded to a row a user and month, and the daily series is the same', async () => {
    const database = await open()
    const before = await Promise.all(USERS.map((user) => seriesOf(database, user)))
    expect(before[0]?.days.filter(({ collected }) => collected !== '0')).toHaveLength(DAYS)
    await fold(database)
    // From 1 May: two whole months and the present one.
    const { rows } = await database.read.query<{ first: bigint; n: bigint }>({
      text: 'SELECT min(at) AS first, count(*) AS n FROM mining_collect',
    })
    expect(Number(rows[0]?.first)).toBeGreaterThanOrEqual(Date.parse('2026-05-01T00:00:00Z') / 1_000)
    const months = await database.read.query<{ month: number; n: number }>({
      text: `SELECT month, cardinality(at) AS n FROM mining_collect_month WHERE user_id = 700 ORDER BY month`,
    })
    expect(months.rows.map(({ month }) => Number(month))).toEqual([202602, 202603, 202604])
    expect(Number(rows[0]?.n) / USERS.length + months.rows.reduce((sum, { n }) => sum + Number(n), 0)).toBe(
      DAYS,
    )
    expect(await Promise.all(USERS.map((user) => seriesOf(database, user)))).toEqual(before)
    await fold(database)
    expect(await countOf(database, 'mining_collect_month')).toBe(9)
  })

  test('what an interrupted run has left of a month joins its row', async () => {
    const database = await open()
    await fold(database)
    const left = NOW - 100 * 86_400
    await database.single.query({
      text: `INSERT INTO mining_collect (journal_id, user_id, at, amount, release_id) VALUES (-1000, 2, $1, 5, 1)`,
      values: [left],
    })
    const before = await seriesOf(database, 2 as UserId)
    await fold(database)
    expect(await seriesOf(database, 2 as UserId)).toEqual(before)
  })

  test('stay in rows while the program before may still run', async () => {
    const database = await open()
    await allow(database, 'infinity')
    await fold(database)
    expect(await countOf(database, 'mining_collect_month')).toBe(0)
  })
})
