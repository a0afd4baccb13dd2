/**
 * Ledger after twelve months with one collect a user and day, at 300,000, three million and thirty million
 * postings. Reference: a new ledger with the same number of accounts, by turns, default PostgreSQL
 * (durable). `ledger.year`: journals a second through `postJournal`, 16 callers. `ledger.year.flows`: pages
 * of `fund-flows` a second (20 lines, any user with lines), one reader. `ledger.year.export`: lines a
 * second of a user's whole year, read page by page like the app's CSV export.
 */
import { randomInt } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fundFlows } from '@dr/server/modules/accounts/fund-flows'
import { auditLedger } from '@dr/server/modules/ledger/index'
import type { UserId } from '@dr/server/platform/ids'
import { startPostgres } from '@dr/test-kit'
import type { Bench, BenchContext } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { type LedgerOfYear, openLedger, YEAR_DAYS } from './growth/year-of-ledger.ts'
import { throughPostJournal } from './ledger/callers.ts'
import { medianRound, takeTurns } from './rounds.ts'

/** Maximum of postings, which follows from the users. */
const SIZES = [
  { suffix: '.300k', users: 1_000 },
  { suffix: '.3m', users: 9_000 },
  { suffix: '', users: 84_000 },
] as const
/** Users in the new ledger whose pages are read, each with as many lines as a page. */
const READERS = 1_000
const PAGE = 20
const YOUNG_DAYS = PAGE + 1
const EXPORT_PAGE = 100
const ROUNDS = 11
const ROUND_MS = 1_500
const WARM_UP_MS = 3_000
/** Space while loading, including the write-ahead log. */
const DISK_BYTES = 45 * 1024 ** 3

const anyReader = (): UserId => randomInt(1, READERS + 1) as UserId

/** Amount of `work` a second. */
const rateOf = async (durationMs: number, work: () => Promise<number>): Promise<number> => {
  const start = performance.now()
  let done = 0
  while (performance.now() < start + durationMs) done += await work()
  return (done * 1_000) / (performance.now() - start)
}

const flows = ({ database }: LedgerOfYear, durationMs: number): Promise<number> =>
  rateOf(durationMs, async () => {
    const { items } = await fundFlows(database.read, { userId: anyReader(), limit: PAGE })
    if (items.length !== PAGE) throw new Error(`a page has ${items.length} lines`)
    return 1
  })

const exports = ({ database }: LedgerOfYear, durationMs: number): Promise<number> =>
  rateOf(durationMs, async () => {
    const userId = anyReader()
    let lines = 0
    let cursor: string | undefined
    do {
      const page = await fundFlows(database.read, { userId, limit: EXPORT_PAGE, cursor })
      lines += page.items.length
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return lines
  })

const journals = ({ database, users }: LedgerOfYear, durationMs: number): Promise<number> =>
  throughPostJournal(database, users, durationMs)

const COMPARISONS = [
  { name: '', unit: 'journals/s', measure: journals },
  { name: '.flows', unit: 'pages/s', measure: flows },
  { name: '.export', unit: 'lines/s', measure: exports },
] as const

const compare = async (
  { log }: BenchContext,
  {
    year,
    young,
    suffix,
  }: { readonly year: LedgerOfYear; readonly young: LedgerOfYear; readonly suffix: string },
): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const { name, unit, measure } of COMPARISONS) {
    await measure(year, WARM_UP_MS)
    await measure(young, WARM_UP_MS)
    const rounds = await takeTurns({
      rounds: ROUNDS,
      sides: { subject: () => measure(year, ROUND_MS), reference: () => measure(young, ROUND_MS) },
      onRound: ({ subject, reference }) =>
        log(`ledger.year${name}${suffix}: ${Math.round(subject)} of ${Math.round(reference)} ${unit}`),
    })
    const middle = medianRound(rounds)
    const bench = `ledger.year${name}${suffix}`
    figures.push(figure({ bench, value: middle.subject, unit, reference: middle.reference }))
  }
  return figures
}

const requireRoom = async (): Promise<void> => {
  const { bavail, bsize } = await statfs(tmpdir())
  if (bavail * bsize >= DISK_BYTES) return
  throw new Error(
    `thirty million postings take ${DISK_BYTES / 1024 ** 3} GiB of ${tmpdir()} while they are loaded`,
  )
}

const boundOf = (name: string, suffix: string) =>
  suffix === '' && name !== '.export' ? ({ of: 'ratio', is: 'at least', limit: 0.85 } as const) : 'unbounded'

export const ledgerYear: Bench = {
  figures: Object.fromEntries(
    SIZES.flatMap(({ suffix }) =>
      COMPARISONS.map(({ name }) => [`ledger.year${name}${suffix}`, boundOf(name, suffix)]),
    ),
  ),
  async run(context) {
    await requireRoom()
    const cluster = await startPostgres({ durable: true })
    context.defer(cluster.stop)
    const figures: Figure[] = []
    for (const { suffix, users } of SIZES) {
      const name = `year_${users}`
      const young = await openLedger(context, {
        cluster,
        name: `young_${users}`,
        users,
        active: READERS,
        days: YOUNG_DAYS,
      })
      const year = await openLedger(context, { cluster, name, users, active: users, days: YEAR_DAYS })
      const started = performance.now()
      const findings = await year.database.session((session) => auditLedger(session))
      if (findings.length > 0) throw new Error(`the books do not add up: ${findings.length}`)
      context.log(`audited in ${Math.round(performance.now() - started)} ms`)
      figures.push(...(await compare(context, { year, young, suffix })))
    }
    return figures
  },
}
