import { WAD } from '@dr/protocol/amounts'
import { electricityFee, machineCost } from '@dr/protocol/rules/machine-cost'
import { podPowerCost } from '@dr/protocol/rules/pod-power-cost'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPaid } from '../i18n/rate-text.ts'
import { tokenPrices, totalWorth } from './token-worth.ts'

const price = fc.bigInt({ min: WAD / 1_000n, max: WAD })

it('machines cost their list price in dollars, whatever DRGV costs: rounded up, never a cent more', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 100 }), (drgvPrice, machineCount) => {
      const { usdtAmount, drgvAmount } = machineCost({
        price: 100n * WAD,
        drgvShareBps: 2_000,
        machineCount,
        drgvPrice,
      })
      const paid = [
        { token: 'USDT', amount: usdtAmount },
        { token: 'DRGV', amount: drgvAmount },
      ]
      const worth = totalWorth(paid, { DRGV: drgvPrice })
      expect(worth).toBe(100n * WAD * BigInt(machineCount))
    }),
  )
})

it('the form of POD power and its receipt say the same sum, by the price of the quote', () => {
  fc.assert(
    fc.property(price, fc.bigInt({ min: 1n, max: 10n ** 7n }), (drPrice, whole) => {
      const drAmount = whole * WAD
      const { usdrAmount, value } = podPowerCost(drAmount, {
        usdrShareBps: 5_000n,
        powerBps: 10_000n,
        drPrice,
      })
      const quoted = { ...tokenPrices({ DR: { price: String(2n * drPrice) } }), DR: drPrice }
      const paid = [
        { token: 'DR', amount: drAmount },
        { token: 'USDR', amount: usdrAmount },
      ]
      expect(formatPaid(totalWorth(paid, quoted) ?? 0n)).toBe(formatPaid(value))
    }),
  )
})

it('has no total where one price is missing', () => {
  const fee = electricityFee({ machines: 1, periods: 1 })
  expect(totalWorth([{ token: 'DRGV', amount: fee }], {})).toBeNull()
})
