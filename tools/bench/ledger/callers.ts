/** Callers of ledger and mining, like the product's own requests. */
import { randomInt, randomUUID } from 'node:crypto'
import { account, type NewJournal, postAllJournals, postJournal } from '@dr/server/modules/ledger/index'
import { createCollector } from '@dr/server/modules/mining/collect/collect-mining'
import type { Database } from '@dr/server/platform/database/database'
import type { UserId } from '@dr/server/platform/ids'
import type { Size } from '../sizes.ts'
import { ACC_A_DAY, CALLERS, DAY } from './seed-database.ts'

/** Journals of one call of `post_journals`, as in the product's batches. */
const BATCH = 1_000
/** Number of concurrent collectors; they share the connections. */
const CLAIMERS = 64
/** Enough for both cores of the database; one thread prepares all batches. */
const BATCH_CALLERS = 2

const available = (userId: number) =>
  account({ vault: 0, token: 'DR', kind: 'user-available', userId: userId as UserId })

const anyJournal = (size: number): NewJournal => {
  const from = randomInt(1, size + 1)
  return {
    key: randomUUID(),
    reason: 'claim.received',
    at: new Date(),
    source: { kind: 'bench' },
    postings: [{ from: available(from), to: available((from % size) + 1), amount: 1n }],
  }
}

/**
 * Runs `work` with `callers` concurrently until the time is over; returns the sum of its results a second.
 */
const keepCalling = async (
  callers: number,
  durationMs: number,
  work: () => Promise<number>,
): Promise<number> => {
  const start = performance.now()
  const end = start + durationMs
  let done = 0
  const call = async (): Promise<void> => {
    while (performance.now() < end) {
      const more = await work()
      done += more // not `done += await`: that would add to what was there before the others
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1_000) / (performance.now() - start)
}

/** Journals a second, one a call. */
export const throughPostJournal = (database: Database, size: number, durationMs: number): Promise<number> =>
  keepCalling(CALLERS, durationMs, async () => {
    await postJournal(database.single, anyJournal(size))
    return 1
  })

/** Journals a second, in batches. */
export const throughPostJournals = (database: Database, size: Size, durationMs: number): Promise<number> =>
  keepCalling(BATCH_CALLERS, durationMs, async () => {
    const journals = Array.from({ length: BATCH }, () => anyJournal(size))
    return (await postAllJournals(database.single, journals)).length
  })

/**
 * Advances the users by a day, so that everyone can collect again. The mining pool's own time does not
 * move.
 */
const nextDay = (database: Database): Promise<void> =>
  database.single.script(`UPDATE chain_clock SET block_timestamp = block_timestamp + ${DAY};
    UPDATE mining_pool SET acc = acc + ${ACC_A_DAY}, release_id = release_id + 1`)

const shuffled = (size: Size): UserId[] => {
  const users = Array.from({ length: size }, (_, index) => (index + 1) as UserId)
  for (let last = users.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[users[last], users[other]] = [users[other] as UserId, users[last] as UserId]
  }
  return users
}

/**
 * Collects a second: users in random order, each once a day. When all users of a small database have
 * collected, the next day begins.
 */
export const createClaimers = (database: Database, size: Size) => {
  const collect = createCollector({ database, startTime: 0n })
  let queue: UserId[] = []
  let day: Promise<void> | undefined
  const underWay = new Set<Promise<unknown>>()
  const refill = async (): Promise<void> => {
    await Promise.all(underWay) // who collects on the new day's clock could not collect again
    await nextDay(database)
    queue = shuffled(size)
    day = undefined
  }
  const claimNext = async (): Promise<void> => {
    const user = queue.pop()
    if (user === undefined) {
      day ??= refill()
      await day
      return claimNext()
    }
    const claim = collect(user) // under way from the moment it left the queue
    underWay.add(claim)
    await claim
    underWay.delete(claim)
  }
  return (durationMs: number): Promise<number> =>
    keepCalling(CLAIMERS, durationMs, async () => {
      await claimNext()
      return 1
    })
}
