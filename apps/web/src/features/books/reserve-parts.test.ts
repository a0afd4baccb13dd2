import { expect, it } from 'vitest'
import type { Reserve } from '../../api/reserves.ts'
import { reserveParts } from './reserve-parts.ts'

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
