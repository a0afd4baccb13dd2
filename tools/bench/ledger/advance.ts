/** Advances mining by 30 days, through the end of every machine's electricity. */

import { emittedAt } from '@dr/protocol/rules/emission'
import { foldPool } from '@dr/server/modules/mining/pool/accumulator.rules'
import { changesBetween, readPool } from '@dr/server/modules/mining/pool/pool'
import { recordRelease } from '@dr/server/modules/mining/pool/record-release'
import type { ChainEvent } from '@dr/server/platform/chain/chain-events'
import type { Database } from '@dr/server/platform/database/database'
import { medianTime } from '../rounds.ts'
import { DAY, NOW } from './seed-database.ts'

const DAYS = 30n
const UNTIL = NOW + DAYS * DAY
/** Start of the emission: a year before. */
const START_TIME = NOW - 365n * DAY
const RUNS = 51
const DATABASE_RUNS = 5

class Undo extends Error {}

/** Milliseconds of the engine alone. */
const byEngine = async (database: Database): Promise<number> => {
  const pool = await readPool(database.read, START_TIME)
  const changes = await changesBetween(database.read, { from: pool.time, before: UNTIL })
  const emitted = (timestamp: bigint) => emittedAt(START_TIME, timestamp)
  return medianTime(RUNS, () => foldPool(pool, { until: UNTIL, changes, emittedAt: emitted }))
}

/**
 * Milliseconds of a release's final event, read and written, each time from the same state: the transaction
 * is rolled back. The missing commit is one flush.
 */
const byRelease = (database: Database): Promise<number> => {
  const amount = emittedAt(START_TIME, UNTIL)
  const event = {
    key: 'bench:release',
    args: { releaseId: 2n, amount, until: UNTIL },
    at: new Date(),
    txHash: `0x${'ab'.repeat(32)}`,
  } as ChainEvent<{ releaseId: bigint; amount: bigint; until: bigint }>
  return medianTime(DATABASE_RUNS, () =>
    database
      .transaction(async (tx) => {
        await recordRelease(tx, { startTime: START_TIME }, event)
        throw new Undo()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      }),
  )
}

/** Milliseconds of reading every machine's change once. */
const byRows = ({ read }: Database): Promise<number> =>
  medianTime(DATABASE_RUNS, () =>
    read.query({ text: 'SELECT at, sum(delta) FROM mining_power_change GROUP BY at' }),
  )

/** Milliseconds. */
export const measureAdvance = async (
  database: Database,
): Promise<{ readonly engine: number; readonly release: number; readonly rows: number }> => ({
  rows: await byRows(database),
  engine: await byEngine(database),
  release: await byRelease(database),
})
