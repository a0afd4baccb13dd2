import { describeOnBoth } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logger.ts'
import type { Database } from './database.ts'
import { openDatabaseClock } from './database-clock.ts'

const logger = createLogger('silent')

/** Opens the clock of a process that is ahead by `aheadMs` milliseconds. */
const open = async (database: Pick<Database, 'read'>, aheadMs: number) => {
  const clock = await openDatabaseClock(database, { logger, ownNow: () => Date.now() + aheadMs })
  onTestFinished(clock.stop)
  return clock
}

describeOnBoth('the database’s clock', ({ openDatabase }) => {
  test.each([-600_000, 0, 110_000])(
    'is the time of a process whose own clock is %i ms ahead',
    async (aheadMs) => {
      const clock = await open(await openDatabase(), aheadMs)
      expect(Math.abs(clock.aheadMs() - aheadMs)).toBeLessThan(1_000)
      expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000)
    },
  )

  test('an answer that took too long says nothing', async () => {
    const database = await openDatabase()
    let own = Date.now()
    const slow: Pick<Database, 'read'> = {
      read: {
        orm: database.read.orm,
        query: async (statement) => {
          own += 1_500
          return database.read.query(statement)
        },
      },
    }
    const clock = await openDatabaseClock(slow, { logger, ownNow: () => own + 60_000 })
    onTestFinished(clock.stop)
    expect(clock.aheadMs()).toBe(0)
  })
})
