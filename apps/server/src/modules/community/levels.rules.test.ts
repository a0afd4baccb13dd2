import { LEVEL_THRESHOLDS_USD } from '@dr/protocol/constants'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelOf, nextLevel } from './levels.rules.ts'

const USD = 10n ** 18n

test.each([
  [0n, 0],
  [5_000n * USD - 1n, 0],
  [5_000n * USD, 1],
  [20_000n * USD, 2],
  [100_000n * USD, 3],
  [500_000n * USD, 4],
  [2_000_000n * USD - 1n, 4],
  [2_000_000n * USD, 5],
  [10_000_000n * USD, 6],
  [10n ** 40n, 6],
])('%i is V%i', (value, level) => {
  expect(levelOf(value)).toBe(level)
})

test('the next level is the first that is not reached; the highest has none', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 20_000_000n * USD), (value) => {
      const next = nextLevel(value)
      expect(next?.level ?? LEVEL_THRESHOLDS_USD.length).toBe(levelOf(value) + 1)
      if (next) expect(levelOf(next.value - 1n)).toBe(levelOf(value))
      if (next) expect(levelOf(next.value)).toBe(next.level)
    }),
  )
  expect(nextLevel(10_000_000n * USD)).toBeNull()
})
