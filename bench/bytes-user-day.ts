/**
 * `bytes.user-day`: bytes that a user's day leaves in the database for good, indexes included: one collect,
 * and one quote, which every second time is used. 500 users act through the product for 61 days; then the
 * chain's clock goes on by a year, and the ticks that tidy up run. Against the bytes that the same rows
 * take before they are tidied up, which is what they took permanently until ADR 0048. Tables that were
 * emptied are measured without the space that PostgreSQL keeps for the next rows: in a database that goes
 * on, the next rows are in it.
 */
import { archiveLedger, auditLedger, verifyArchive } from '@dr/server/modules/ledger/index'
import { createCollector } from '@dr/server/modules/mining/collect/collect-mining'
import { foldCollects } from '@dr/server/modules/mining/collect/fold-collects'
import { movePastOrders } from '@dr/server/modules/vouchers/past/move-past-orders'
import type { Database } from '@dr/server/platform/database/database'
import type { UserId } from '@dr/server/platform/ids'
import { startPostgres } from '@dr/test-kit'
import type { Bench } from './bench.ts'
import { figure } from './figure.ts'
import { createQuoters } from './growth/quotes.ts'
import { ACC_A_DAY, DAY, NOW, openSeeded } from './ledger/seed-database.ts'

const DAYS = 61
const USERS = 1_000
const YEAR = 366n * DAY
/** What the quotes and collects of a day are written to, and where it goes. */
const WRITTEN = ['journal', 'posting', 'mining_collect', 'voucher_order'] as const
const TIDIED = [
  'mining_collect_month',
  'voucher_order_past',
  'ledger_archive',
  'ledger_archived_key',
  'ledger_opening',
  'ledger_statement',
] as const

const sizeOf = async ({ read }: Database, tables: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await read.query<{ name: string; bytes: bigint }>({
    text: 'SELECT name, pg_total_relation_size(name::regclass) AS bytes FROM unnest($1::text[]) AS name',
    values: [tables],
  })
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

const sumOf = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)

/** What the audit says. The database's pool has more than was posted to it, so it says something. */
const booksOf = async ({ read }: Database): Promise<string> =>
  JSON.stringify(await auditLedger(read), (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )

const advance = (database: Database, seconds: bigint): Promise<void> =>
  database.single.script(`UPDATE chain_clock SET block_timestamp = block_timestamp + ${seconds};
    UPDATE mining_pool SET acc = acc + ${ACC_A_DAY}, release_id = release_id + 1`)

export const bytesUserDay: Bench = {
  figures: { 'bytes.user-day': { of: 'value', is: 'at most', limit: 1_000 } },
  async run(context) {
    const { defer, log } = context
    const cluster = await startPostgres({ durable: true })
    defer(cluster.stop)
    const { database } = await openSeeded(context, { cluster, size: USERS })
    const userIds = Array.from({ length: USERS }, (_, index) => (index + 1) as UserId)
    const collect = createCollector({ database, startTime: 0n })
    const quote = createQuoters(database)
    const empty = await sizeOf(database, [...WRITTEN, ...TIDIED])
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
    const before = await sizeOf(database, WRITTEN)
    log(`bytes a user and day before: ${each(before)}`)

    const books = await booksOf(database)
    await advance(database, YEAR)
    await database.single.script(`UPDATE installation SET value = '2020-01-01' WHERE name = 'archive-from'`)
    const { signal } = new AbortController()
    await movePastOrders(database, signal)
    await foldCollects(database, signal)
    await archiveLedger(database, signal)
    for (const table of WRITTEN) await database.single.script(`VACUUM FULL ${table}`)
    const after = await sizeOf(database, [...WRITTEN, ...TIDIED])
    log(`bytes a user and day after: ${each(after)}`)
    const { findings } = await verifyArchive(database.read)
    if (findings.length > 0) throw new Error(`the archive is not right: ${findings[0]?.what}`)
    if ((await booksOf(database)) !== books) throw new Error('the books are others than before')
    return [
      figure({
        bench: 'bytes.user-day',
        value: (sumOf(after) - sumOf(empty)) / userDays,
        unit: 'bytes',
        reference: (sumOf(before) - sumOf(empty)) / userDays,
      }),
    ]
  },
}
