import { byToken, PRICED_TOKENS, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ONE } from '../../../../test/app/test-app.ts'
import { RUNS } from '../../../../test/reference/runs.ts'
import { type ByToken, type ExchangeDay, leftOfPair, poolDepth, poolLiquidity } from './available.rules.ts'

const all = (amount: bigint): ByToken => byToken(SWAP_TOKENS, () => amount)
const NOTHING_PROMISED = { outputs: all(0n) }
const day = (depths: ExchangeDay['depths']): ExchangeDay => ({
  inventory: all(10n ** 30n),
  leftToday: all(10n ** 28n),
  usedToday: all(0n),
  depths,
})

describe('what a pair lets out', () => {
  test('is a twentieth of the pool whose price it goes by, the shallower of two', () => {
    const exchange = day({ ...byToken(PRICED_TOKENS, () => 0n), DR: 1_000n * ONE, DRGV: 400n * ONE })
    const left = (inputToken: SwapToken, outputToken: SwapToken, outputPrice: bigint) =>
      leftOfPair(exchange, NOTHING_PROMISED, { inputToken, outputToken, outputPrice })
    expect(left('DR', 'USDT', ONE)).toBe(50n * ONE)
    expect(left('USDT', 'DR', ONE / 2n)).toBe(100n * ONE) // worth 50 USDT
    expect(left('DR', 'DRGV', ONE / 10n)).toBe(200n * ONE) // worth 20 USDT
    expect(left('DRGV', 'USDR', ONE)).toBe(20n * ONE)
    expect(left('USDT', 'USDR', ONE)).toBe(10n ** 28n) // at par: no pool limits it
  })

  test('is never above the contract’s cap, and what left today and what is promised count', () => {
    const amount = fc.bigInt(0n, 10n ** 26n)
    fc.assert(
      fc.property(
        fc.constantFrom(...PRICED_TOKENS),
        fc.constantFrom(...SWAP_TOKENS),
        fc.bigInt(10n ** 12n, 10n ** 24n),
        amount,
        amount,
        amount,
        amount,
        (inputToken, outputToken, outputPrice, depth, capped, used, promised) => {
          const exchange = {
            ...day(byToken(PRICED_TOKENS, () => depth)),
            leftToday: all(capped),
            usedToday: all(used),
          }
          const pair = { inputToken, outputToken, outputPrice }
          const left = leftOfPair(exchange, NOTHING_PROMISED, pair)
          expect(left >= 0n && left <= capped).toBe(true)
          expect(left === 0n || ((left + used) * outputPrice) / ONE <= depth / 20n).toBe(true)
          const less = leftOfPair(exchange, { outputs: all(promised) }, pair)
          expect(less <= left && less * 2n >= left).toBe(true)
        },
      ),
      { numRuns: RUNS },
    )
  })
})

describe('what a pool can be said to hold', () => {
  test('is no more than what it holds, and no more than at the average', () => {
    expect(poolDepth(1_000n * ONE, { spot: ONE, lower: ONE })).toBe(1_000n * ONE)
    // After a purchase as large as the pool: twice the USDT, four times the price.
    expect(poolDepth(2_000n * ONE, { spot: 4n * ONE, lower: ONE })).toBe(1_000n * ONE)
    // After a sale as large as the pool.
    expect(poolDepth(500n * ONE, { spot: ONE / 4n, lower: ONE })).toBe(500n * ONE)
  })

  test('is nothing where a pool is empty but for dust', () => {
    expect(poolLiquidity(1n, 0n)).toBe(0n)
  })

  test('does not follow a trade that raises the price', () => {
    const amount = fc.bigInt(10n ** 18n, 10n ** 26n)
    fc.assert(
      fc.property(amount, amount, amount, (usdt, token, bought) => {
        const priceOf = (held: bigint, of: bigint): bigint => (held * ONE) / of
        const before = priceOf(usdt, token)
        fc.pre(before > 10n ** 9n)
        const after = { usdt: usdt + bought, token: (usdt * token) / (usdt + bought) }
        fc.pre(after.token > 10n ** 9n)
        const spot = priceOf(after.usdt, after.token)
        const depth = poolDepth(after.usdt, { spot, lower: before })
        expect(depth <= usdt + usdt / 10n ** 6n).toBe(true)
        const liquidity = poolLiquidity(usdt, before)
        expect(poolLiquidity(after.usdt, spot) * 100n > liquidity * 99n).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})
