import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PATIENCE_MS, withinPatience } from './patience.ts'

const after = <T>(ms: number, answer: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(answer())
      } catch (error) {
        reject(error as Error)
      }
    }, ms)
  })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('an answer in time is given, and nothing is left waiting', async () => {
  const answer = withinPatience(after(PATIENCE_MS - 1, () => 'answer'))
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1)
  expect(await answer).toBe('answer')
  expect(vi.getTimerCount()).toBe(0)
})

it('a failure in time is that failure', async () => {
  const failed = expect(
    withinPatience(
      after(1, () => {
        throw new Error('refused')
      }),
    ),
  ).rejects.toThrow('refused')
  await vi.advanceTimersByTimeAsync(1)
  await failed
})

it.each([
  ['nothing', () => 'too late'],
  [
    'a failure',
    () => {
      throw new Error('too late')
    },
  ],
])('after that it is a timeout, though %s comes later', async (_, late) => {
  const waited = expect(withinPatience(after(PATIENCE_MS + 1, late))).rejects.toMatchObject({
    kind: 'timeout',
    retryable: true,
  })
  await vi.advanceTimersByTimeAsync(PATIENCE_MS + 1)
  await waited
})
