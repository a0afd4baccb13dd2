import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receivedBy, tokenOfWithdrawal } from './withdrawn.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 27n })

it('of DR the burn is a part of the amount, of USDT it is not', () => {
  fc.assert(
    fc.property(amount, amount, (received, burnAmount) => {
      const whole = { amount: received + burnAmount, burnAmount }
      expect(receivedBy({ primaryType: 'WithdrawDR', ...whole })).toBe(received)
      expect(receivedBy({ primaryType: 'WithdrawUSDT', ...whole })).toBe(whole.amount)
    }),
  )
  expect(tokenOfWithdrawal({ primaryType: 'WithdrawDR' })).toBe('DR')
  expect(tokenOfWithdrawal({ primaryType: 'WithdrawUSDT' })).toBe('USDT')
})
