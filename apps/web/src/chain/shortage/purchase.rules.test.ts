import { WAD } from '@dr/protocol/amounts'
import { byToken, TOKENS } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onlyElectricityMissing, podPowerTakes, purchaseTakes } from './purchase.rules.ts'
import { isShort, type Solution, withHeadroom } from './shortage.rules.ts'

const usdt = 80n * WAD
const drgv = 200n * WAD
const electricity = 6n * WAD

describe('purchaseTakes', () => {
  it.each([
    ['the exact price', 200n * WAD, 0n, drgv],
    ['the exact price and the electricity', 206n * WAD, electricity, drgv],
    ['a little more than the price', 200n * WAD + 5n, 0n, drgv + 5n],
    ['more than enough', 900n * WAD, electricity, withHeadroom(drgv)],
    ['less than the price', 200n * WAD - 1n, 0n, withHeadroom(drgv)],
    ['the price, but not the electricity', 206n * WAD - 1n, electricity, withHeadroom(drgv)],
  ])('%s in the wallet', (_, held, fee, max) => {
    expect(purchaseTakes({ usdt, drgv, electricity: fee }, { DRGV: held })).toEqual({
      USDT: usdt,
      DRGV: max,
    })
  })

  it('for any wallet: short with the headroom exactly when it is short of the stated price', () => {
    const amount = fc.bigInt({ min: 0n, max: 300n * WAD })
    fc.assert(
      fc.property(amount, amount, amount, (price, fee, held) => {
        const wallet = { ...byToken(TOKENS, () => 0n), USDT: usdt, DRGV: held }
        const { USDT, DRGV } = purchaseTakes({ usdt, drgv: price, electricity: fee }, wallet)
        expect(DRGV).toBeGreaterThanOrEqual(price)
        expect(DRGV).toBeLessThanOrEqual(withHeadroom(price))
        expect(isShort({ USDT, DRGV: DRGV + fee }, wallet)).toBe(held < price + fee)
      }),
    )
  })
})

describe('podPowerTakes', () => {
  it.each([
    ['exactly the price', 150n * WAD, 150n * WAD],
    ['more than enough', 400n * WAD, withHeadroom(150n * WAD)],
    ['less than the price', 150n * WAD - 1n, withHeadroom(150n * WAD)],
  ])('%s in the wallet', (_, held, max) => {
    const cost = { drAmount: 300n * WAD, usdrAmount: 150n * WAD }
    expect(podPowerTakes(cost, { USDR: held })).toEqual({ DR: 300n * WAD, USDR: max })
  })
})

describe('onlyElectricityMissing', () => {
  const payable: Solution = { steps: [], missing: null }
  const short: Solution = { steps: [], missing: { token: 'USDT', have: 0n, need: 1n, plain: [] } }
  const noGas: Solution = { steps: [], missing: { token: 'BNB', have: 0n, need: 1n, plain: [] } }

  it.each([
    ['both can be paid', payable, payable, false],
    ['only the machines can be paid', short, payable, true],
    ['the machines can be paid, but not their network fee', short, noGas, true],
    ['neither can be paid', short, short, false],
    ['only the network fee of the electricity is missing', noGas, payable, true],
    ['the network fee of the machines is missing too', noGas, noGas, false],
  ])('%s', (_, whole, alone, expected) => {
    expect(onlyElectricityMissing(whole, alone)).toBe(expected)
  })
})
