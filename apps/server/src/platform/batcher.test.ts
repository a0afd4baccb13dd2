import { setTimeout as delay, setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createBatcher, createSharedAsker, fulfilled, rejected } from './batcher.ts'

/** Doubles numbers after a while; records the batches. */
const doubling = (max?: number) => {
  const batches: number[][] = []
  const double = createBatcher<number, number>({
    ...(max === undefined ? {} : { max }),
    run: async (items) => {
      batches.push([...items])
      await delay(5)
      return items.map((item) => (item < 0 ? rejected(new RangeError(`${item}`)) : fulfilled(item * 2)))
    },
  })
  return { double, batches }
}

/** Settles due promises within the same turn of the event loop. */
const someSteps = async (): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve()
}

describe('createBatcher', () => {
  test('runs together what comes in one turn, and what comes while it runs, in order', async () => {
    const { double, batches } = doubling()
    const first = [1, 2].map(double)
    await endOfTurn()
    const meanwhile = [3, 4].map(double)
    expect(await Promise.all([...first, ...meanwhile])).toEqual([2, 4, 6, 8])
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(await double(5)).toBe(10)
    expect(batches).toHaveLength(3)
  })

  test('one that comes after a run of one does not wait for the end of the turn; after several it does', async () => {
    const { double, batches } = doubling()
    await double(1)
    await endOfTurn() // its run is over
    const alone = double(2)
    await someSteps()
    expect(batches).toEqual([[1], [2]])
    await alone
    await Promise.all([3, 4].map(double))
    await endOfTurn()
    const atEnd = double(5)
    await someSteps()
    expect(batches).toHaveLength(3)
    await atEnd
    expect(batches).toEqual([[1], [2], [3, 4], [5]])
  })

  test('never takes more than it may', async () => {
    const { double, batches } = doubling(2)
    await Promise.all([1, 2, 3, 4, 5].map(double))
    expect(batches).toEqual([[1, 2], [3, 4], [5]])
  })

  test('after a run of several the next one lingers for more; a lone call does not linger', async () => {
    const batches: number[][] = []
    const late: Promise<number>[] = []
    const call: (item: number) => Promise<number> = createBatcher<number, number>({
      lingerMs: 50,
      run: async (items) => {
        batches.push([...items])
        if (items.includes(3)) {
          late.push(call(4))
          setTimeout(() => late.push(call(5)), 1) // begun before the pause, so finished before it
        }
        return items.map(fulfilled)
      },
    })
    expect(await call(1)).toBe(1)
    expect(await Promise.all([2, 3].map(call))).toEqual([2, 3])
    expect(await late[0]).toBe(4)
    expect(await Promise.all(late)).toEqual([4, 5])
    expect(await call(6)).toBe(6)
    expect(batches).toEqual([[1], [2, 3], [4, 5], [6]])
  })

  test('one that fails leaves the others alone', async () => {
    const { double } = doubling()
    const outcomes = await Promise.allSettled([1, -2, 3].map(double))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('a run that fails as a whole rejects every item of it, and the next one goes on', async () => {
    let runs = 0
    const call = createBatcher<number, number>({
      max: 1,
      run: async (items) => {
        runs++
        await delay(2)
        if (runs === 2) throw new Error('away')
        return items.map(fulfilled)
      },
    })
    const first = Promise.allSettled([1, 2, 3].map(call))
    expect((await first).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await call(4)).toBe(4)
  })

  test('a run that answers too little is an error, not silence', async () => {
    const call = createBatcher<number, number>({ run: async () => [] })
    await expect(call(1)).rejects.toThrow(TypeError)
  })
})

describe('createSharedAsker', () => {
  test('asks once for all who ask together, and again for who comes later', async () => {
    let calls = 0
    const ask = createSharedAsker(async () => {
      calls++
      await delay(2)
      return calls
    })
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    const second = ask()
    await endOfTurn()
    // While the second is in progress, whose result may be older than this call.
    expect([await ask(), await second]).toEqual([3, 2])
  })

  test('a failure rejects all who asked together, and is not cached', async () => {
    let fails = true
    const ask = createSharedAsker(async () => {
      if (fails) throw new Error('away')
      return 'here'
    })
    await Promise.all([expect(ask()).rejects.toThrow('away'), expect(ask()).rejects.toThrow('away')])
    fails = false
    expect(await ask()).toBe('here')
  })
})
