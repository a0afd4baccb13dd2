import { expect, it } from 'vitest'
import { PLAIN_PLAN } from '../flow/test-flow.ts'
import type { PendingWork } from '../work/pending.ts'
import { afterFirst, isExpiring, isPast, type Plan } from './plan.ts'

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

it('the same call without a voucher, tried again, is the work of the first; another call is one of its own', () => {
  const { to, data } = PLAIN_PLAN.call
  const first: PendingWork = {
    orderId: 'first',
    chainId: 31_337,
    kind: 'deposit',
    stage: 'signing',
    voucher: null,
    direct: { to, intent: '{}', before: '0' },
    data,
    updatedAt: 0,
  }
  expect(afterFirst(plan(null), first)).toMatchObject({ id: 'first', first })
  expect(afterFirst(plan(null), { ...first, data: '0x12' })).toMatchObject({ id: 'a' })
  expect(afterFirst(plan(null), undefined)).toMatchObject({ id: 'a' })
})
