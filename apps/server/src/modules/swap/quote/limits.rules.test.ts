import { WAD } from '@dr/protocol/amounts'
import { byToken, SWAP_TOKENS, TOKENS, type Token } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalBy } from '../../../../test/reference/refusal.ts'
import { RUNS } from '../../../../test/reference/runs.ts'
import { pairLimits } from './limits.rules.ts'
import { PAR, quoteSwap, SWAP_CONFIG } from './quote.rules.ts'

const at = (price: bigint, average = price) => ({ price, average })
const prices = { ...byToken(SWAP_TOKENS, () => PAR), DR: at(WAD / 2n), DRGV: at(WAD / 10n) }
const inventory = {
  ...byToken(SWAP_TOKENS, () => 0n),
  USDT: 1_000n * WAD,
  USDR: 2_000n * WAD,
  DR: 5_000n * WAD,
  DRGV: 9_000n * WAD,
}
const pair = {
  inputToken: 'USDT' as Token,
  outputToken: 'DR' as Token,
  prices,
  inventory,
  leftToday: 10n ** 30n,
}

describe('what the exchange would quote', () => {
  test('is limited by what it has, by the day’s cap, and by dust', () => {
    const limits = pairLimits(SWAP_CONFIG, pair)
    expect(limits).toMatchObject({ rate: (WAD * 1_994n) / 1_000n, minimum: 2n, obstacle: null })
    const capped = pairLimits(SWAP_CONFIG, { ...pair, leftToday: 1_994n * WAD })
    expect(capped.maximum >= 1_000n * WAD && capped.maximum < 1_000n * WAD + 10n).toBe(true)
    expect(capped.maximum < limits.maximum).toBe(true)
  })

  test('names the obstacle', () => {
    const obstacleOf = (change: Partial<typeof pair>) => pairLimits(SWAP_CONFIG, { ...pair, ...change })
    const none = { rate: null, maximum: 0n }
    const { DR: _, ...withoutDr } = prices
    expect(obstacleOf({ prices: withoutDr as typeof prices })).toMatchObject({
      ...none,
      obstacle: 'no-price',
    })
    const moved = { ...prices, DR: at((WAD * 60n) / 100n, WAD / 2n) }
    expect(obstacleOf({ prices: moved })).toMatchObject({ ...none, obstacle: 'price-moved' })
    expect(obstacleOf({ inventory: { ...inventory, DR: 0n } })).toMatchObject({
      ...none,
      obstacle: 'inventory',
    })
    expect(obstacleOf({ leftToday: 0n })).toMatchObject({ ...none, obstacle: 'daily-cap' })
    const drgvForDr = { inputToken: 'DRGV' as Token, inventory: { ...inventory, USDT: 0n } }
    expect(obstacleOf(drgvForDr)).toMatchObject({ ...none, obstacle: 'inventory' }) // no USDT for the fee
  })

  const amount = fc.bigInt(0n, 10n ** 24n)
  const price = fc.bigInt(10n ** 14n, 10n ** 22n)
  const drift = fc.bigInt(970n, 1_030n)
  test('is what a quote gives: at the minimum and at the maximum, and not one base unit beside them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TOKENS),
        fc.constantFrom(...TOKENS),
        fc.tuple(amount, amount, amount, amount, amount),
        fc.tuple(price, drift, price, drift),
        (
          inputToken,
          outputToken,
          [usdt, usdr, dr, drgv, leftToday],
          [drPrice, drDrift, drgvPrice, drgvDrift],
        ) => {
          fc.pre(inputToken !== outputToken)
          const held = { ...inventory, USDT: usdt, USDR: usdr, DR: dr, DRGV: drgv }
          const moved = {
            ...prices,
            DR: at((drPrice * drDrift) / 1_000n, drPrice),
            DRGV: at((drgvPrice * drgvDrift) / 1_000n, drgvPrice),
          }
          const request = { inputToken, outputToken, prices: moved, inventory: held }
          const { minimum, maximum, obstacle } = pairLimits(SWAP_CONFIG, { ...request, leftToday })
          const quoted = (inputAmount: bigint): boolean => {
            const quote = () => quoteSwap(SWAP_CONFIG, { ...request, inputAmount })
            return refusalBy(quote) === null && quote().outputAmount <= leftToday
          }
          if (obstacle === 'price-moved') return
          if (obstacle !== null) {
            expect([obstacle, maximum, quoted(minimum)]).toEqual([obstacle, 0n, false])
            return
          }
          expect(quoted(maximum + 1n)).toBe(false)
          expect(
            refusalBy(() => quoteSwap(SWAP_CONFIG, { ...request, inputAmount: minimum - 1n })),
          ).not.toBeNull()
          // At a few base units the roundings alone exceed the contract's bound.
          if (maximum > 10n ** 12n) expect(quoted(maximum)).toBe(true)
        },
      ),
      { numRuns: RUNS },
    )
  })
})
