import { mutableClock } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'

const open = (keepMs: number) => {
  const clock = mutableClock()
  let made = 0
  const kept = createResponseCache({ keepMs, now: clock.now })
  const ask = (key = 'a') => kept.of(key, async () => `${key}${++made}`)
  return { clock, kept, ask, made: () => made }
}

test('concurrent requests for the same share one answer; a later one is computed again', async () => {
  const { clock, ask, made } = open(1_000)
  expect(await Promise.all([ask(), ask(), ask(), ask('b')])).toEqual(['a1', 'a1', 'a1', 'b2'])
  clock.advance(999)
  expect(await ask()).toBe('a1')
  clock.advance(1)
  expect(await ask()).toBe('a3')
  clock.advance(-3_600_000) // a clock set back does not extend the cache by an hour
  expect(await ask()).toBe('a4')
  expect(made()).toBe(4)
})

test('a failure is not kept', async () => {
  const { kept, ask } = open(1_000)
  await expect(kept.of('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await ask()).toBe('a1')
})

test('without a lifetime each answer is computed again', async () => {
  const { ask } = open(0)
  expect([await ask(), await ask()]).toEqual(['a1', 'a2'])
})

test('the cache is bounded: old entries of unknown queries are dropped', async () => {
  const { ask } = open(1_000)
  for (let index = 0; index < 1_200; index++) await ask(`q${index}`)
  expect(await ask('q0')).toBe('q01201')
  expect(await ask('q0')).toBe('q01201')
})
