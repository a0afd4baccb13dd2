import { expect, it } from 'vitest'
import type { Reserve } from '../reserves.ts'
import { reserveParts, shownReserve } from './reserve-parts.ts'

const line = (reserve: string): Reserve => ({
  vault: 1,
  contract: `0x${'1a'.repeat(20)}`,
  token: 'USDT',
  reserve,
  owed: '60',
  pools: '40',
  blockNumber: 7,
  stopped: false,
  parts: [
    { kind: 'dividend-pool', amount: '30' },
    { kind: 'users', amount: '60' },
    { kind: 'node-pool', amount: '0' },
    { kind: 'dividends-payable', amount: '10' },
  ],
})
const shown = (reserve: string) => reserveParts(line(reserve)).map(({ kind, amount }) => `${kind} ${amount}`)

it('names whom it is owed to, what is someone’s first, and leaves out what is nothing', () => {
  expect(shown('100')).toEqual(['users 60', 'dividends-payable 10', 'dividend-pool 30'])
})
it('what is held beyond that is the surplus', () => {
  expect(shown('105').at(-1)).toBe('surplus 5')
})
it('what is not held is missing', () => {
  expect(shown('93').at(-1)).toBe('missing 7')
})

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)
const unit = 10n ** 14n
const odd = (reserve: bigint): Reserve => ({
  ...line(String(reserve)),
  parts: [
    { kind: 'users', amount: String(514_902_999n * 10n ** 12n) },
    { kind: 'package-committed', amount: String(13_019_199n * 10n ** 12n) },
    { kind: 'emission-pool', amount: String(350_088_399n * 10n ** 12n) },
    { kind: 'dividend-pool', amount: '7' },
  ],
  owed: String(527_922_198n * 10n ** 12n),
  pools: String(350_088_399n * 10n ** 12n + 7n),
})
const owes = 878_010_597n * 10n ** 12n + 7n

it.each([
  ['all of it', owes],
  ['more', owes + 3n * unit + 5n],
])('shows parts that add up where %s is held', (_, held) => {
  const { reserve, due, pools, parts } = shownReserve(odd(held))
  expect(reserve).toBe((held / unit) * unit)
  expect(sum(parts.map(({ amount }) => amount))).toBe(reserve)
  const surplus = parts.find(({ kind }) => kind === 'surplus')?.amount ?? 0n
  expect(due + pools + surplus).toBe(reserve)
})
it('shows a shortfall that is what the parts are beyond the reserve', () => {
  const { reserve, due, pools, parts } = shownReserve(odd(owes - 9n * unit - 1n))
  expect(due + pools - reserve).toBe(parts.find(({ kind }) => kind === 'missing')?.amount)
})
it('leaves out a part of less than the last digit', () => {
  expect(shownReserve(odd(owes)).parts.map(({ kind }) => kind)).not.toContain('dividend-pool')
})
