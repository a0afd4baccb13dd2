/**
 * `bytes.user-day`: bytes that a user's day adds to the database, indexes included: one collect, and one
 * quote, every second of which is used. 1,000 users act through the product for 61 days. Reference: the
 * same without indexes.
 */
import { createCollector } from '@dr/server/modules/mining/collect/collect-mining'
import type { Database } from '@dr/server/platform/database/database'
import type { UserId } from '@dr/server/platform/ids'
import { startPostgres } from '@dr/test-kit'
import type { Bench } from './bench.ts'
import { figure } from './figure.ts'
import { createQuoters } from './growth/quotes.ts'
import { ACC_A_DAY, DAY, NOW, openSeeded } from './ledger/seed-database.ts'

const DAYS = 61
const USERS = 1_000
/** Tables that quotes and collects write to. */
const TABLES = ['journal', 'posting', 'mining_collect', 'voucher_order'] as const

type Size = 'pg_total_relation_size' | 'pg_table_size'

const sizesBy = async ({ read }: Database, size: Size): Promise<Map<string, number>> => {
  const { rows } = await read.query<{ name: string; bytes: bigint }>({
    text: `SELECT name, ${size}(name::regclass) AS bytes FROM unnest($1::text[]) AS name`,
    values: [TABLES],
  })
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

const sumOf = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)

const advance = (database: Database, seconds: bigint): Promise<void> =>
  database.single.script(`UPDATE chain_clock SET block_timestamp = block_timestamp + ${seconds};
    UPDATE mining_pool SET acc = acc + ${ACC_A_DAY}, release_id = release_id + 1`)

export const bytesUserDay: Bench = {
  figures: { 'bytes.user-day': 'unbounded' },
  async run(context) {
    const { defer, log } = context
    const cluster = await startPostgres({ durable: true })
    defer(cluster.stop)
    const { database } = await openSeeded(context, { cluster, size: USERS })
    const userIds = Array.from({ length: USERS }, (_, index) => (index + 1) as UserId)
    const collect = createCollector({ database, startTime: 0n })
    const quote = createQuoters(database)
    const empty = await sizesBy(database, 'pg_total_relation_size')
    const emptyHeap = await sizesBy(database, 'pg_table_size')
    for (let day = 1; day <= DAYS; day++) {
      await advance(database, DAY)
      await Promise.all(userIds.map((userId) => collect(userId)))
      await quote(userIds, day, NOW + BigInt(day) * DAY)
      await database.single.script('VACUUM voucher_order') // as autovacuum does: each order is written twice
    }
    const userDays = DAYS * USERS
    const each = (sizes: ReadonlyMap<string, number>): string =>
      [...sizes]
        .map(([name, bytes]) => `${name} ${((bytes - (empty.get(name) ?? 0)) / userDays).toFixed(0)}`)
        .join(', ')
    await database.single.script('VACUUM ANALYZE')
    const after = await sizesBy(database, 'pg_total_relation_size')
    log(`bytes a user and day: ${each(after)}`)
    return [
      figure({
        bench: 'bytes.user-day',
        value: (sumOf(after) - sumOf(empty)) / userDays,
        unit: 'bytes',
        reference: (sumOf(await sizesBy(database, 'pg_table_size')) - sumOf(emptyHeap)) / userDays,
      }),
    ]
  },
}
