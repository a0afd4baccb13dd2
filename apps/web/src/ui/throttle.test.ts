import { expect, it, vi } from 'vitest'
import { throttle } from './throttle.ts'

it('runs at once, not again within 500 ms, and then again', () => {
  let now = 10_000
  const action = vi.fn()
  const press = throttle(action, { now: () => now })
  press('first')
  now += 499
  press('too soon')
  now += 1
  press('again')
  expect(action.mock.calls).toEqual([['first'], ['again']])
})
