import { randomInt } from 'node:crypto'
import { findPostgres } from '@dr/test-kit/postgres-cluster'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { expect, test } from 'vitest'
import { type SimulationResult, simulate } from './run.ts'

/** `SIMULATION_SEED` repeats a run; FULL=1 (`npm run test:full`) makes it the whole year. */
const seed = Number(process.env.SIMULATION_SEED || randomInt(2 ** 31))
const full = process.env.FULL === '1'
const PLAN = full
  ? { people: 2_000, weeks: 52, roundsAWeek: 3, actionsARound: 120, kills: 20 }
  : { people: 40, weeks: 3, roundsAWeek: 3, actionsARound: 30, kills: 2 }
const TIMEOUT_MS = full ? 3_600_000 : 600_000

/** Actions that must be done for a valid run: all kinds of money moved. */
const MUST_HAPPEN = [
  'buyMachines',
  'activate',
  'renew',
  'collect',
  'withdrawMiner',
  'swap',
  'wrap',
  'buyPower',
  'pledge',
  'deposit',
  'depositMisfit',
  'claim',
  'claimByProof',
  'transfer',
  'withdrawNode',
  // Three weeks are too short for a dividend above the minimum withdrawal, and for most maturities.
  ...(full ? (['withdrawDeflation', 'reinvest', 'stray'] as const) : []),
] as const
/**
 * Maximum share of reverted transactions: prices and caps change between a quote and its block, and the
 * server is killed meanwhile.
 */
const REVERTED_MAX = 0.1

const print = (line: string): void => {
  process.stdout.write(`simulation: ${line}\n`)
}

const report = ({ done, refused, transactions, unanswered, rootsConfirmed, exits }: SimulationResult): void => {
  const list = (counts: ReadonlyMap<unknown, number>) =>
    [...counts].map(([what, count]) => `${count}× ${String(what)}`).join(', ')
  print(`seed ${seed}, ${PLAN.people} people, ${PLAN.weeks} weeks, ${PLAN.kills} kills; ${list(done)}`)
  print(`${rootsConfirmed} roots confirmed`)
  for (const { book, lines, claimable, held } of exits)
    print(`${book}: the last root pays ${claimable} to ${lines} accounts, the vault holds ${held}`)
  print(
    `${transactions.mined} transactions mined, ${transactions.reverted} reverted; ${unanswered} calls unanswered; ` +
      `refused: ${list(refused) || 'none'}`,
  )
}

if (findPostgres() === undefined) {
  process.stderr.write('SKIPPED: simulated year (no PostgreSQL; Debian: apt-get install postgresql)\n')
} else {
  test('a simulated year: ledger = chain, per token, at every week’s end', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { database, url } = await openTestPostgres()
    try {
      const result = await simulate({
        ...PLAN,
        seed,
        databaseUrl: url,
        onWeek: print,
        mustHappen: MUST_HAPPEN,
      })
      report(result)
      expect(result.findings).toEqual([])
      expect(result.rootsConfirmed).toBe(PLAN.weeks)
      expect(result.weeksClosed).toBeGreaterThanOrEqual(PLAN.weeks)
      expect(result.nodesPaid).toBeGreaterThan(0)
      for (const action of MUST_HAPPEN) expect(result.done.get(action) ?? 0, action).toBeGreaterThan(0)
      const { mined, reverted } = result.transactions
      expect(reverted / (mined + reverted)).toBeLessThan(REVERTED_MAX)
    } finally {
      await database.close()
    }
  })
}
