/**
 * Ledger and dependent features in databases of 1,000, 100,000 and a million users, default PostgreSQL
 * (durable), 16 callers on 16 connections, all sides by turns: `ledger.journal` through `postJournal`,
 * compared with pgbench and the same function; `ledger.batch` through `post_journals` and `mining.claim`
 * through the product's collects, compared with `ledger.journal`. In the same databases, once each:
 * `mining.advance30d`, 30 days of mining by the engine alone, and `mining.release30d`, the same by a
 * release's final event in the database; milliseconds, compared with reading every machine's change once.
 */
import type { Database } from '@dr/server/platform/database/database'
import { startPostgres } from '@dr/test-kit'
import type { Bench, BenchContext } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { measureAdvance } from './ledger/advance.ts'
import { createClaimers, throughPostJournal, throughPostJournals } from './ledger/callers.ts'
import { startPgbench } from './ledger/pgbench.ts'
import { openSeeded } from './ledger/seed-database.ts'
import { medianRound, takeTurns } from './rounds.ts'
import { figuresBySize, nameAt, SIZES, type Size } from './sizes.ts'

/** Many short rounds: other load on the machine changes by the second, and should affect all sides alike. */
const ROUND_MS = 1_000
const ROUNDS: Readonly<Record<Size, number>> = { 1000: 7, 100000: 7, 1000000: 21 }
/** Warm-up of each side: connections open, plans prepared, pages in memory. */
const WARM_UP_MS = 2_000

interface Seeded {
  readonly cluster: Awaited<ReturnType<typeof startPostgres>>
  readonly size: Size
  readonly database: Database
  readonly name: string
}

type Side = 'pgbench' | 'journal' | 'batch' | 'claim'
/** Compared sides. */
const COMPARISONS = [
  { bench: 'ledger.journal', subject: 'journal', reference: 'pgbench', unit: 'journals/s', atLeast: 0.85 },
  { bench: 'ledger.batch', subject: 'batch', reference: 'journal', unit: 'journals/s', atLeast: 3.7 },
  { bench: 'mining.claim', subject: 'claim', reference: 'journal', unit: 'claims/s', atLeast: 0.8 },
] as const

const measureSides = async (
  { defer, log }: BenchContext,
  { cluster, size, database, name }: Seeded,
): Promise<Record<Side, number>[]> => {
  const pgbench = startPgbench({ cluster, database, name, size })
  defer(pgbench.stop)
  const claim = createClaimers(database, size)
  const sides = {
    pgbench: (durationMs: number) => pgbench.run(durationMs),
    journal: (durationMs: number) => throughPostJournal(database, size, durationMs),
    batch: (durationMs: number) => throughPostJournals(database, size, durationMs),
    claim,
  }
  for (const side of Object.values(sides)) await side(WARM_UP_MS)
  const rounds = await takeTurns<Side>({
    rounds: ROUNDS[size],
    sides: {
      pgbench: () => sides.pgbench(ROUND_MS),
      journal: () => sides.journal(ROUND_MS),
      batch: () => sides.batch(ROUND_MS),
      claim: () => sides.claim(ROUND_MS),
    },
    onRound: (round) =>
      log(
        `ledger, ${size} users: ${Object.entries(round)
          .map(([side, rate]) => `${side} ${Math.round(rate)}`)
          .join(', ')}`,
      ),
  })
  return rounds
}

const measureMine = async ({ database, size }: Seeded): Promise<Figure[]> => {
  const { engine, release, rows: reference } = await measureAdvance(database)
  return [
    figure({ bench: nameAt('mining.advance30d', size), value: engine, unit: 'ms', reference }),
    figure({ bench: nameAt('mining.release30d', size), value: release, unit: 'ms', reference }),
  ]
}

export const ledger: Bench = {
  figures: Object.assign(
    {
      ...figuresBySize('mining.advance30d', { of: 'value', is: 'at most', limit: 1 } as const),
      ...figuresBySize('mining.release30d', 'unbounded' as const),
    },
    ...COMPARISONS.map(({ bench, atLeast }) =>
      figuresBySize(bench, { of: 'ratio', is: 'at least', limit: atLeast } as const),
    ),
  ),
  async run(context): Promise<Figure[]> {
    const cluster = await startPostgres({ durable: true })
    context.defer(cluster.stop)
    const figures: Figure[] = []
    for (const size of SIZES) {
      const seeded = { cluster, size, ...(await openSeeded(context, { cluster, size })) }
      figures.push(...(await measureMine(seeded)))
      const rounds = await measureSides(context, seeded)
      for (const { bench, subject, reference, unit } of COMPARISONS) {
        const middle = medianRound(
          rounds.map((round) => ({ subject: round[subject], reference: round[reference] })),
        )
        const name = nameAt(bench, size)
        figures.push(figure({ bench: name, value: middle.subject, unit, reference: middle.reference }))
      }
    }
    return figures
  },
}
