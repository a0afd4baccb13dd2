import { afterEach, expect, it, vi } from 'vitest'
import { TooLate, within } from './within.ts'

afterEach(() => void vi.useRealTimers())

it('gives what comes in time, also an error', async () => {
  await expect(within(Promise.resolve(1), 1_000)).resolves.toBe(1)
  await expect(within(Promise.reject(new RangeError('x')), 1_000)).rejects.toBeInstanceOf(RangeError)
})
it('rejects after the time-out', async () => {
  vi.useFakeTimers()
  const late = expect(within(new Promise(() => undefined), 120_000)).rejects.toBeInstanceOf(TooLate)
  await vi.advanceTimersByTimeAsync(120_000)
  await late
})
