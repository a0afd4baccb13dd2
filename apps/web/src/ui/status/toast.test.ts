import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast, toasts } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

it.each([
  ['success', 2_000],
  ['plain', 2_000],
  ['error', 1_500],
] as const)('%s is shown for %i ms', (kind, durationMs) => {
  toast[kind]('text')
  vi.advanceTimersByTime(durationMs - 1)
  expect(toasts.get()).toMatchObject([{ kind, text: 'text' }])
  vi.advanceTimersByTime(1)
  expect(toasts.get()).toEqual([])
})
it('shows several below each other, and removes the right one', () => {
  toast.plain('one')
  toast.error('two')
  const [first] = toasts.get()
  toasts.dismiss(first?.id ?? 0)
  expect(toasts.get()).toMatchObject([{ text: 'two' }])
})
it('notifies its listeners until they unsubscribe', () => {
  const listener = vi.fn()
  const stop = toasts.subscribe(listener)
  toast.plain('one')
  stop()
  toast.plain('two')
  expect(listener).toHaveBeenCalledTimes(1)
})
