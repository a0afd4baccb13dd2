/**
 * A process that competes to lead, killed, frozen or cut off by `leader-faults.test.ts`: `node leader.ts
 * <database URL> <who> <between|inside>`. As the leader it writes rows all the time and ignores the signal
 * that tells it to stop: only the fence prevents its writes. Prints events with their time.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { runAsLeader } from '../../src/jobs/run-as-leader.ts'
import { startTicks } from '../../src/jobs/start-ticks.ts'
import { causesOf } from '../../src/platform/causes.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { LeadershipLostError } from '../../src/platform/database/leadership.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createRegistry } from '../../src/platform/metrics.ts'
import type { Tick } from '../../src/platform/tick.ts'

const PAUSE_MS = 20
/** Long enough for the test to stop the process in the middle. */
const INSIDE_MS = 2_000
/** Attempts of each kind after the loss. */
const TRIES = 4

const [url = '', who = '', mode = ''] = process.argv.slice(2)
const print = (what: string) => process.stdout.write(`${Date.now()} ${what}\n`)

const written = pgTable('written', { who: text('who').notNull(), how: text('how').notNull() })
const INSERT = 'INSERT INTO written (who, how) VALUES ($1, $2)'

/** All ways to write. */
const waysOf = (database: Database): Record<string, () => Promise<unknown>> => ({
  transaction: () =>
    database.transaction(async (tx) => {
      await tx.query({ text: INSERT, values: [who, 'transaction'] })
      if (mode !== 'inside') return
      print('inside')
      await delay(INSIDE_MS)
      await tx.query({ text: INSERT, values: [who, 'transaction'] })
    }),
  single: () => database.single.query({ text: INSERT, values: [who, 'single'] }),
  orm: async () => database.single.orm.insert(written).values({ who, how: 'orm' }),
  script: () => database.single.script(`INSERT INTO written (who, how) VALUES ('${who}', 'script')`),
})

const write = async (how: string, way: () => Promise<unknown>): Promise<void> => {
  try {
    await way()
  } catch (error) {
    const refused = [...causesOf(error)].some((cause) => cause instanceof LeadershipLostError)
    print(refused ? `refused ${how}` : `failed ${how}: ${String(error)}`)
  }
}

const database = openPostgres({ url, poolMax: 4, onIdleError: () => undefined })
const writing = (lost: AbortSignal): Tick => ({
  name: 'test.write',
  schedule: 1,
  run: async () => {
    for (let after = 0; after < TRIES; after += lost.aborted ? 1 : 0) {
      for (const [how, way] of Object.entries(waysOf(database))) await write(how, way)
      await delay(PAUSE_MS)
    }
  },
})

print('started')
await runAsLeader(
  database,
  {
    name: 'worker',
    logger: createLogger('silent'),
    registry: createRegistry({ defaults: false }),
    run: async (signal) => {
      print('leads')
      const lost = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      const runner = startTicks({
        ticks: [writing(signal)],
        logger: createLogger('silent'),
        registry: createRegistry({ defaults: false }),
      })
      await lost
      print('lost')
      await runner.stop()
      print('ended')
    },
  },
  new AbortController().signal,
)
