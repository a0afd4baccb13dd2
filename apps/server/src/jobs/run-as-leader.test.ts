import { describeOnDatabase, describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { createRegistry } from '../platform/metrics.ts'
import { runAsLeader } from './run-as-leader.ts'

const logger = createLogger('silent')
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

describeOnDatabase('runAsLeader', ({ openDatabase }) => {
  test('one leads; when it stops, the next one does', async () => {
    const database = await openDatabase()
    const leading = new Set<number>()
    let max = 0
    const stops = [new AbortController(), new AbortController(), new AbortController()]
    const all = stops.map((stop, index) => {
      const run = async (signal: AbortSignal) => {
        leading.add(index)
        max = Math.max(max, leading.size)
        await untilAborted(signal)
        leading.delete(index)
      }
      return runAsLeader(
        database,
        { name: 'worker', logger, registry: createRegistry({ defaults: false }), run, retryMs: 20 },
        stop.signal,
      )
    })
    const seen: number[] = []
    for (let round = 0; round < 3; round++) {
      await expect.poll(() => leading.size, { timeout: 20_000 }).toBe(1)
      const [leader] = leading
      seen.push(leader as number)
      stops[leader as number]?.abort()
      await all[leader as number]
    }
    expect(max).toBe(1)
    expect(seen.toSorted()).toEqual([0, 1, 2])
  })

  test('an error of the work is thrown, and the lock is released', async () => {
    const database = await openDatabase()
    const { signal } = new AbortController()
    const run = async () => {
      throw new Error('halted')
    }
    await expect(
      runAsLeader(
        database,
        { name: 'worker', logger, registry: createRegistry({ defaults: false }), run },
        signal,
      ),
    ).rejects.toThrow('halted')
    const lock = await database.tryLock('worker')
    expect(lock).toBeDefined()
    await lock?.release()
  })
})

describeOnPostgres('runAsLeader, a cut session', ({ openDatabase }) => {
  test('the leader stops, and leads again with a new session', async () => {
    const database = await openDatabase()
    const stop = new AbortController()
    let terms = 0
    const run = async (signal: AbortSignal) => {
      terms++
      await untilAborted(signal)
    }
    const leader = runAsLeader(
      database,
      { name: 'worker', logger, registry: createRegistry({ defaults: false }), run, retryMs: 20 },
      stop.signal,
    )
    await expect.poll(() => terms, { timeout: 20_000 }).toBe(1)
    await database.read.query({
      text: `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
    })
    await expect.poll(() => terms, { timeout: 20_000 }).toBe(2)
    stop.abort()
    await leader
  })
})
