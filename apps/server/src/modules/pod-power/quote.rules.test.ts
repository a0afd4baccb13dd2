import { WAD } from '@dr/protocol/amounts'
import { podPowerBounds } from '@dr/protocol/rules/pod-power-cost'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalBy } from '../../../test/reference/refusal.ts'
import { RUNS } from '../../../test/reference/runs.ts'
import { POD_POWER_CONFIG, quotePodPower } from './quote.rules.ts'

describe('a quote for POD power', () => {
  test('takes half the value in USDR, and gives twice the value in power', () => {
    const quote = quotePodPower(POD_POWER_CONFIG, {
      drAmount: 200n * WAD,
      price: WAD / 2n,
      price24h: (WAD * 6n) / 10n,
    })
    expect(quote).toEqual({
      drAmount: 200n * WAD,
      usdrAmount: 100n * WAD,
      value: 200n * WAD,
      power: 400n * WAD,
      drPrice: WAD / 2n,
    })
  })

  test('values by the lower average, whichever it is', () => {
    const prices = { price: 3n * WAD, price24h: 2n * WAD }
    expect(quotePodPower(POD_POWER_CONFIG, { drAmount: 100n * WAD, ...prices }).drPrice).toBe(2n * WAD)
  })

  test('has a minimum burn, and needs a price', () => {
    const prices = { price: WAD, price24h: WAD }
    const minimum = POD_POWER_CONFIG.minimumDr
    expect(refusalBy(() => quotePodPower(POD_POWER_CONFIG, { drAmount: minimum, ...prices }))).toBeNull()
    expect(refusalBy(() => quotePodPower(POD_POWER_CONFIG, { drAmount: minimum - 1n, ...prices }))).toBe(
      'BAD_PARAMETER',
    )
    const nothing = { drAmount: minimum, price: WAD, price24h: 0n }
    expect(refusalBy(() => quotePodPower(POD_POWER_CONFIG, nothing))).toBe('NO_PRICE')
  })

  test('never gives more power than what is paid is worth, at any split and price, and less than a unit less', () => {
    fc.assert(
      fc.property(
        fc.bigInt(100n * WAD, 10n ** 27n),
        fc.bigInt(1n, 10n ** 22n),
        fc.bigInt(0n, 9_999n),
        (drAmount, price, usdrShareBps) => {
          const config = { ...POD_POWER_CONFIG, usdrShareBps }
          fc.pre(drAmount * price >= WAD)
          const quote = quotePodPower(config, { drAmount, price, price24h: price })
          const paid = drAmount * price + quote.usdrAmount * WAD // × WAD
          expect(quote.power * WAD <= 2n * paid).toBe(true)
          // Rounding takes less than a base unit of value at each of three places, the first of them scaled
          // by the split.
          const drValueLost = (WAD * 10_000n) / (10_000n - usdrShareBps) + WAD
          expect(2n * paid - quote.power * WAD <= 2n * drValueLost + 4n * WAD).toBe(true)
          const more = quotePodPower(config, { drAmount: drAmount + 1n, price, price24h: price })
          expect(more.power >= quote.power && more.usdrAmount >= quote.usdrAmount).toBe(true)
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('follows from the USDR of its event: exactly at half and half, within a few base units elsewhere', () => {
    fc.assert(
      fc.property(
        fc.bigInt(100n * WAD, 10n ** 27n),
        fc.bigInt(10n ** 6n, 10n ** 22n),
        fc.bigInt(1_000n, 9_000n),
        (drAmount, price, usdrShareBps) => {
          const { power, usdrAmount } = quotePodPower(
            { ...POD_POWER_CONFIG, usdrShareBps },
            { drAmount, price, price24h: price },
          )
          const { powerBps } = POD_POWER_CONFIG
          const { min, max } = podPowerBounds({ usdrAmount, usdrShareBps }, powerBps)
          expect(min <= power && power <= max && max - min <= 40n).toBe(true)
          const half = quotePodPower(POD_POWER_CONFIG, { drAmount, price, price24h: price })
          const exact = podPowerBounds({ usdrAmount: half.usdrAmount, usdrShareBps: 5_000n }, powerBps)
          expect(exact).toEqual({ min: half.power, max: half.power })
        },
      ),
      { numRuns: RUNS },
    )
  })
})
