import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receivedBy, tokenOfWithdrawal } from '../kinds/withdrawal.tsx'
import { countsWithdrawal } from './withdrawn-view.tsx'

const amount = fc.bigInt({ min: 0n, max: 10n ** 27n })

it('of DR the burn is a part of the amount, of USDT it is not', () => {
  fc.assert(
    fc.property(amount, amount, (received, burnAmount) => {
      const whole = { amount: received + burnAmount, burnAmount }
      expect(receivedBy({ kind: 'withdraw-dr', ...whole })).toBe(received)
      expect(receivedBy({ kind: 'withdraw-usdt', ...whole })).toBe(whole.amount)
    }),
  )
  expect(tokenOfWithdrawal({ kind: 'withdraw-dr' })).toBe('DR')
  expect(tokenOfWithdrawal({ kind: 'withdraw-usdt' })).toBe('USDT')
})

it('balances count a withdrawal from its block on', () => {
  const since = { fromBlock: 10n, shownAtMs: 5_000 }
  expect(countsWithdrawal({ blockNumber: 9n, atMs: 9_000 }, since)).toBe(false)
  expect(countsWithdrawal({ blockNumber: 10n, atMs: 1_000 }, since)).toBe(true)
})

it('without a block, only balances read after it was shown as done count it', () => {
  const since = { fromBlock: null, shownAtMs: 5_000 }
  expect(countsWithdrawal({ blockNumber: 99n, atMs: 4_000 }, since)).toBe(false)
  expect(countsWithdrawal({ blockNumber: 99n, atMs: 5_000 }, since)).toBe(false)
  expect(countsWithdrawal({ blockNumber: 99n, atMs: 5_001 }, since)).toBe(true)
})
