import { expect, test } from 'vitest'
import { isNear, PRICE_REUSE_BPS } from './reuse.rules.ts'

test.each([
  [101n, 100n, true],
  [99n, 100n, true],
  [10_101n, 10_000n, false],
  [9_899n, 10_000n, false],
  [0n, 0n, true],
  [1n, 0n, false],
])('%i is within 1 %% of %i: %s', (value, reference, near) => {
  expect(isNear(value, reference, PRICE_REUSE_BPS)).toBe(near)
})
