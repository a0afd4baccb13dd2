import { WAD } from '@dr/protocol/amounts'
import { expect, it } from 'vitest'
import { addUp } from './add-up.ts'

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)

it('rounds parts so that they add up to the sum rounded down', () => {
  const third = WAD / 3n
  expect(addUp([third, third, third + 1n], 4)).toEqual([3333n, 3333n, 3334n].map((one) => one * 10n ** 14n))
})

it('raises the largest remainders, each by less than a unit', () => {
  const amounts = [514_902_999n, 350_088_399n, 706_463_433_299n].map((one) => one * 10n ** 12n)
  const shown = addUp(amounts, 4)
  expect(sum(shown)).toBe((sum(amounts) / 10n ** 14n) * 10n ** 14n)
  for (const [index, amount] of amounts.entries()) {
    const off = (shown[index] ?? 0n) - amount
    expect(off > -(10n ** 14n) && off < 10n ** 14n).toBe(true)
  }
})

it('leaves exact amounts, and nothing, as they are', () => {
  expect(addUp([5n * WAD, 0n], 2)).toEqual([5n * WAD, 0n])
  expect(addUp([], 2)).toEqual([])
})
