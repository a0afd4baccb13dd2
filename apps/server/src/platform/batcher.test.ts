import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createBatcher, fulfilled, rejected } from './batcher.ts'

/** Doubles numbers after a while; says what came together. */
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

describe('createBatcher', () => {
  test('runs the first at once, and what comes meanwhile together, in order', async () => {
    const { double, batches } = doubling()
    expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
    expect(batches).toEqual([[1], [2, 3, 4]])
    expect(await double(5)).toBe(10)
    expect(batches).toHaveLength(3)
  })

  test('never takes more than it may', async () => {
    const { double, batches } = doubling(2)
    await Promise.all([1, 2, 3, 4, 5].map(double))
    expect(batches).toEqual([[1], [2, 3], [4, 5]])
  })

  test('one that fails leaves the others alone', async () => {
    const { double } = doubling()
    const outcomes = await Promise.allSettled([1, -2, 3].map(double))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('a run that fails as a whole is told to all of it, and the next one goes on', async () => {
    let runs = 0
    const call = createBatcher<number, number>({
      run: async (items) => {
        runs++
        await delay(2)
        if (runs === 2) throw new Error('away')
        return items.map(fulfilled)
      },
    })
    const first = Promise.allSettled([1, 2, 3].map(call))
    expect((await first).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await call(4)).toBe(4)
  })

  test('a run that answers too little is an error, not silence', async () => {
    const call = createBatcher<number, number>({ run: async () => [] })
    await expect(call(1)).rejects.toThrow(TypeError)
  })
})
