import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readForMetrics } from './read-for-metrics.ts'

const WAIT_MS = 30

test('gives what is read, and nothing when the read fails', async () => {
  let fails = false
  const read = readForMetrics(async () => {
    if (fails) throw new Error('away')
    return 7
  }, WAIT_MS)
  expect(await read()).toBe(7)
  fails = true
  expect(await read()).toBeUndefined()
  fails = false
  expect(await read()).toBe(7)
})

test('does not wait for one that hangs, starts no second one beside it, and reads again after it', async () => {
  let reads = 0
  const hanging = Promise.withResolvers<number>()
  const read = readForMetrics(() => {
    reads += 1
    return reads === 1 ? hanging.promise : Promise.resolve(2)
  }, WAIT_MS)
  expect(await Promise.all([read(), read()])).toEqual([undefined, undefined])
  expect(await read()).toBeUndefined()
  expect(reads).toBe(1)
  hanging.resolve(1)
  await delay(0)
  expect(await read()).toBe(2)
  expect(reads).toBe(2)
})
