import { expect, it } from 'vitest'
import { PLAIN_PLAN } from '../flow/test-flow.ts'
import { isExpiring, isPast, type Plan } from './plan.ts'

/** Read at second 1,000 of the chain, while this device's clock was an hour ahead. */
const plan = (deadline: number | null): Plan => ({
  ...PLAIN_PLAN,
  id: 'a',
  intent: null,
  deadline,
  blockTime: 1_000,
  readAtMs: 3_600_000,
})
const after = (seconds: number): number => 3_600_000 + seconds * 1_000

it('a quote is renewed before its end, and past only after it, by the chain’s time', () => {
  expect([554, 556].map((seconds) => isExpiring(plan(1_600), after(seconds)))).toEqual([false, true])
  expect([600, 601].map((seconds) => isPast(plan(1_600), after(seconds)))).toEqual([false, true])
})

it('what has no deadline has no end', () => {
  expect(isExpiring(plan(null), after(1e9)) || isPast(plan(null), after(1e9))).toBe(false)
})
