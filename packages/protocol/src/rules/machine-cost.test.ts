import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mulDivDown, WAD } from '../amounts.ts'
import { MACHINE_DRGV_SHARE_BPS, MACHINE_PRICE } from '../constants.ts'
import { electricityFee, machineCost } from './machine-cost.ts'

const cents = 10n ** 16n
const order = fc.record({
  price: fc.bigInt({ min: cents, max: 100_000n * WAD }),
  drgvShareBps: fc.integer({ min: 0, max: 10_000 }),
  machineCount: fc.integer({ min: 1, max: 100 }),
  drgvPrice: fc.bigInt({ min: 10n ** 10n, max: 1_000n * WAD }),
})

test('what is paid is worth the price, never less, and over it by less than one base unit of DRGV', () => {
  fc.assert(
    fc.property(order, (input) => {
      const { usdtAmount, drgvAmount } = machineCost(input)
      const total = input.price * BigInt(input.machineCount)
      const drgvValue = total - usdtAmount
      expect(drgvAmount * input.drgvPrice >= drgvValue * WAD).toBe(true)
      expect((drgvAmount - 1n) * input.drgvPrice < drgvValue * WAD).toBe(true)
      expect(mulDivDown(drgvAmount, input.drgvPrice, WAD) >= drgvValue).toBe(true)
    }),
  )
})

test('what a product may be stays within what the contract takes, whatever DRGV costs', () => {
  const { min, max } = MACHINE_PRICE
  const share = MACHINE_DRGV_SHARE_BPS
  const sellable = fc.record({
    price: fc.oneof(fc.constantFrom(min, max), fc.bigInt({ min, max })),
    drgvShareBps: fc.oneof(fc.constantFrom(share.min, share.max), fc.integer(share)),
    machineCount: fc.integer({ min: 1, max: 100 }),
    drgvPrice: fc.bigInt({ min: 10n ** 10n, max: 1_000n * WAD }),
  })
  fc.assert(
    fc.property(sellable, (input) => {
      const { usdtAmount, drgvAmount } = machineCost(input)
      const drgvValue = mulDivDown(drgvAmount, input.drgvPrice, WAD)
      const value = usdtAmount + drgvValue
      const count = BigInt(input.machineCount)
      // DigitalRights.sol: MACHINE_VALUE_MIN, MACHINE_VALUE_MAX, DRGV_SHARE_BPS_MIN, DRGV_SHARE_BPS_MAX
      expect(value >= count * WAD && value <= count * 100_000n * WAD).toBe(true)
      expect(drgvValue * 10_000n >= value * 500n && drgvValue * 10_000n <= value * 9_500n).toBe(true)
    }),
  )
})

test('two orders cost at least what one of both does', () => {
  fc.assert(
    fc.property(order, fc.integer({ min: 1, max: 100 }), (input, more) => {
      const one = machineCost({ ...input, machineCount: input.machineCount + more })
      const parts = [machineCost(input), machineCost({ ...input, machineCount: more })]
      const drgv = parts.reduce((sum, { drgvAmount }) => sum + drgvAmount, 0n)
      const usdt = parts.reduce((sum, { usdtAmount }) => sum + usdtAmount, 0n)
      expect(drgv * input.drgvPrice + usdt * WAD >= one.usdtAmount * WAD).toBe(true)
      expect(usdt >= one.usdtAmount).toBe(true)
    }),
  )
})

test('the default share: a machine of 100 USD at 0.10 USDT a DRGV is 80 USDT and 200 DRGV', () => {
  const input = { price: 100n * WAD, drgvShareBps: 2_000, machineCount: 1, drgvPrice: WAD / 10n }
  expect(machineCost(input)).toEqual({ usdtAmount: 80n * WAD, drgvAmount: 200n * WAD })
})

test('electricity is 6 DRGV a machine and period', () => {
  expect(electricityFee({ machines: 3, periods: 2 })).toBe(36n * WAD)
})
