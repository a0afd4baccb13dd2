import { randomInt } from 'node:crypto'
import { findPostgres } from '@dr/test-kit/postgres-cluster'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { describe, expect, test } from 'vitest'
import { crashRun, type RunResult } from './run.ts'

/** `CRASH_SEED` repeats a run; FULL=1 (`npm run test:full`) makes it long. */
const seed = Number(process.env.CRASH_SEED || randomInt(2 ** 31))
const full = process.env.FULL === '1'
const RUN = full ? { users: 8, kills: 60 } : { users: 3, kills: 4 }
const PGLITE_RUN = full ? { users: 3, kills: 20 } : { users: 2, kills: 2 }
const TIMEOUT_MS = full ? 1_200_000 : 600_000

/** Expects no findings, and that all kinds of work were done during the kills. */
const expectTrue = ({ findings, findingsWhenForged, reported }: RunResult): void => {
  expect(reported.unavailable).toBe(0)
  expect(findings).toEqual([])
  expect(findingsWhenForged.length).toBeGreaterThanOrEqual(3)
  const mined = new Set(reported.transactions.filter(({ success }) => success).map(({ orderId }) => orderId))
  const used = new Set(reported.vouchers.filter(({ orderId }) => mined.has(orderId)).map(({ kind }) => kind))
  expect([...used].sort()).toEqual(['activate-machine', 'buy-machine', 'withdraw-dr'])
  expect(reported.collects.length).toBeGreaterThan(0)
}

const report = (name: string, { reported, kills }: RunResult): void => {
  const refused = [...reported.refusals].map(([code, count]) => `${count}× ${code}`).join(', ')
  const mined = reported.transactions.filter(({ success }) => success).length
  process.stdout.write(
    `crash ${name}: seed ${seed}, ${kills} kills; answered ${reported.vouchers.length} vouchers and ${reported.collects.length} ` +
      `collects; ${mined} transactions mined, ${reported.transactions.length - mined} reverted; ` +
      `${reported.unanswered} calls unanswered; refused: ${refused || 'none'}\n`,
  )
}

// Concurrent: each mostly waits for blocks and for a server to start.
describe.concurrent('killed with -9 while a load runs, and started again', () => {
  test('PGlite: ledger, chain and the answers to users agree', { timeout: TIMEOUT_MS }, async () => {
    const result = await crashRun({ ...PGLITE_RUN, seed, databaseUrl: undefined })
    report('PGlite', result)
    expectTrue(result)
  })

  if (findPostgres() === undefined) {
    process.stderr.write(
      'SKIPPED on PostgreSQL: crash (none installed; Debian: apt-get install postgresql)\n',
    )
  } else {
    test('PostgreSQL: ledger, chain and the answers to users agree', { timeout: TIMEOUT_MS }, async () => {
      const { database, url } = await openTestPostgres()
      try {
        const result = await crashRun({ ...RUN, seed, databaseUrl: url })
        report('PostgreSQL', result)
        expectTrue(result)
      } finally {
        await database.close()
      }
    })
  }
})
