import { COLLECT_INTERVAL_SECONDS, COLLECT_MINIMUM } from '@dr/protocol/constants'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectWait } from './collect.rules.ts'

const HOUR = BigInt(COLLECT_INTERVAL_SECONDS)
/** 10 T: 0.1 DR in 4.8 hours. */
const base = {
  lastCollectedAt: null,
  now: 1_000_000n,
  accrued: 0n,
  asOf: 1_000_000n,
  ratePerDay: 5n * COLLECT_MINIMUM,
}

test.each([
  ['nothing yet, at 0.5 DR a day', {}, { reason: 'below-minimum', at: 1_000_000n + 17_280n }],
  ['half of the minimum', { accrued: COLLECT_MINIMUM / 2n }, { reason: 'below-minimum', at: 1_008_640n }],
  [
    'one base unit too little',
    { accrued: COLLECT_MINIMUM - 1n },
    { reason: 'below-minimum', at: 1_000_001n },
  ],
  ['enough has accrued, and is not released', { asOf: 980_000n }, { reason: 'below-minimum', at: null }],
  ['no machine mines', { accrued: 1n, ratePerDay: 0n }, { reason: 'below-minimum', at: null }],
  ['the minimum', { accrued: COLLECT_MINIMUM, ratePerDay: 0n }, null],
  [
    'the minimum, a second before the hour is over',
    { accrued: COLLECT_MINIMUM, lastCollectedAt: 1_000_001n - HOUR },
    { reason: 'interval', at: 1_000_001n },
  ],
  ['the minimum, an hour later', { accrued: COLLECT_MINIMUM, lastCollectedAt: 1_000_000n - HOUR }, null],
  [
    'much power: the minimum is there before the hour is over',
    { ratePerDay: 10n ** 21n, lastCollectedAt: 1_000_000n },
    { reason: 'below-minimum', at: 1_000_000n + HOUR },
  ],
])('%s', (_, more, wait) => {
  expect(collectWait({ ...base, ...more })).toEqual(wait)
})

test('at the time that is named, and all of it released, it can be collected', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n * COLLECT_MINIMUM })
  const seconds = fc.bigInt({ min: 0n, max: 3n * HOUR })
  fc.assert(
    fc.property(
      amount,
      fc.bigInt({ min: 1n, max: 10n ** 22n }),
      seconds,
      fc.option(seconds),
      (accrued, ratePerDay, sinceRelease, sinceCollect) => {
        const now = base.now
        const lastCollectedAt = sinceCollect === null ? null : now - sinceCollect
        const state = { lastCollectedAt, now, accrued, asOf: now - sinceRelease, ratePerDay }
        const wait = collectWait(state)
        if (wait === null || wait.at === null) return
        expect(wait.at > now).toBe(true)
        const more = (ratePerDay * (wait.at - state.asOf)) / 86_400n
        const later = { ...state, now: wait.at, accrued: accrued + more, asOf: wait.at }
        expect(collectWait(later)).toBeNull()
      },
    ),
  )
})
