import { WAD } from '@dr/protocol/amounts'
import { byToken, SWAP_TOKENS, TOKENS, type Token } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalBy } from '../../../../test/reference/refusal.ts'
import { RUNS } from '../../../../test/reference/runs.ts'
import { isWithinBound, PAR, quoteSwap, SWAP_CONFIG, type SwapRequest } from './quote.rules.ts'

const MUCH = 10n ** 45n
const inventory = byToken(SWAP_TOKENS, () => MUCH)
const at = (price: bigint) => ({ price, average: price })
const request: SwapRequest = {
  inputToken: 'USDT',
  outputToken: 'DR',
  inputAmount: 1_000n * WAD,
  prices: { ...byToken(SWAP_TOKENS, () => PAR), DR: at(WAD / 2n), DRGV: at(WAD / 10n) },
  inventory,
}
const quote = (changed: Partial<SwapRequest> = {}) => quoteSwap(SWAP_CONFIG, { ...request, ...changed })

const token = fc.constantFrom(...TOKENS)
const price = fc.bigInt(10n ** 14n, 10n ** 22n)
const pricesOf = (dr: bigint, drgv: bigint) => ({
  ...byToken(SWAP_TOKENS, () => PAR),
  DR: at(dr),
  DRGV: at(drgv),
})

describe('a swap', () => {
  test('gives the value less 0.3 %', () => {
    expect(quote()).toEqual({
      outputAmount: 1_994n * WAD,
      fee: 3n * WAD,
      value: 1_000n * WAD,
      rate: (1_994n * WAD) / 1_000n,
    })
    expect(quote({ inputToken: 'DR', outputToken: 'DRGV', inputAmount: 10n * WAD }).outputAmount).toBe(
      (4_985n * WAD) / 100n,
    )
  })

  test('is not of a token for itself, nor of dust', () => {
    expect(refusalBy(() => quote({ outputToken: 'USDT' }))).toBe('BAD_PARAMETER')
    expect(refusalBy(() => quote({ inputAmount: 1n }))).toBe('BAD_PARAMETER')
    expect(refusalBy(() => quote({ inputAmount: 0n }))).toBe('BAD_PARAMETER')
  })

  test('needs a price, within 5 % of the average', () => {
    const { DR: _, ...withoutDr } = request.prices
    expect(refusalBy(() => quote({ prices: withoutDr }))).toBe('NO_PRICE')
    const moved = (price: bigint) => ({ ...request.prices, DR: { price, average: WAD } })
    expect(refusalBy(() => quote({ prices: moved((WAD * 105n) / 100n) }))).toBeNull()
    expect(refusalBy(() => quote({ prices: moved((WAD * 105n) / 100n + 1n) }))).toBe('NO_PRICE')
    expect(refusalBy(() => quote({ prices: moved((WAD * 95n) / 100n - 1n) }))).toBe('NO_PRICE')
    expect(isWithinBound({ price: 105n, average: 101n }, 500n)).toBe(true)
    expect(isWithinBound({ price: 107n, average: 101n }, 500n)).toBe(false)
  })

  test('gives the minimum of what both prices allow; value and fee are the contract’s, at the averages', () => {
    const dr = { price: (WAD * 48n) / 100n, average: WAD / 2n }
    const drgv = { price: (WAD * 104n) / 1_000n, average: WAD / 10n }
    const prices = { ...request.prices, DR: dr, DRGV: drgv }
    const given = quote({ inputToken: 'DR', inputAmount: 1_000n * WAD, outputToken: 'USDT', prices })
    expect(given).toMatchObject({ outputAmount: (480n * WAD * 997n) / 1_000n, value: 500n * WAD })
    expect(given.fee).toBe((15n * WAD) / 10n)
    // Each within 4 % of its average, and together 7.7 % off it: the contract would refuse it.
    const both = { inputToken: 'DR' as Token, outputToken: 'DRGV' as Token, prices }
    expect(refusalBy(() => quote(both))).toBe('NO_PRICE')
    const nearer = { ...prices, DRGV: { price: (WAD * 1_009n) / 10_000n, average: WAD / 10n } }
    expect(refusalBy(() => quote({ ...both, prices: nearer }))).toBeNull()
  })

  test('is limited by the inventory, the fee included, to the last base unit', () => {
    const drOut = { ...request, inputToken: 'DRGV' as Token, inputAmount: 10_000n * WAD }
    const exact = quote(drOut)
    const holding = { ...inventory, DR: exact.outputAmount, USDT: exact.fee }
    expect(refusalBy(() => quote({ ...drOut, inventory: holding }))).toBeNull()
    expect(refusalBy(() => quote({ ...drOut, inventory: { ...holding, DR: exact.outputAmount - 1n } }))).toBe(
      'NO_PRICE',
    )
    expect(refusalBy(() => quote({ ...drOut, inventory: { ...holding, USDT: exact.fee - 1n } }))).toBe(
      'NO_PRICE',
    )
    expect(refusalBy(() => quote({ inventory: { ...inventory, USDT: 0n } }))).toBeNull() // USDT pays its own fee
    const usdtOut = { inputToken: 'USDR' as Token, outputToken: 'USDT' as Token, inputAmount: 1_000n * WAD }
    expect(refusalBy(() => quote({ ...usdtOut, inventory: { ...inventory, USDT: 1_000n * WAD } }))).toBeNull()
    expect(refusalBy(() => quote({ ...usdtOut, inventory: { ...inventory, USDT: 1_000n * WAD - 1n } }))).toBe(
      'NO_PRICE',
    )
  })

  test('never gives more than the input is worth, keeps the fee whole, and no more than rounding besides', () => {
    fc.assert(
      fc.property(
        token,
        token,
        fc.bigInt(1n, 10n ** 27n),
        price,
        price,
        (inputToken, outputToken, inputAmount, dr, drgv) => {
          fc.pre(inputToken !== outputToken)
          const prices = pricesOf(dr, drgv)
          const refusal = refusalBy(() => quote({ inputToken, outputToken, inputAmount, prices }))
          expect([null, 'BAD_PARAMETER']).toContain(refusal) // refused: dust
          if (refusal !== null) return
          const { outputAmount, fee } = quote({ inputToken, outputToken, inputAmount, prices })
          const [inPrice, outPrice] = [prices[inputToken].price, prices[outputToken].price]
          const worth = inputAmount * inPrice // × WAD
          const given = outputAmount * outPrice + fee * WAD
          expect(given <= worth).toBe(true)
          expect(worth - given < 2n * WAD + outPrice).toBe(true)
          expect(fee * 10_000n * WAD >= (worth - WAD) * 30n).toBe(true)
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('there and back loses at least both fees', () => {
    fc.assert(
      fc.property(token, token, fc.bigInt(WAD, 10n ** 27n), price, price, (there, back, amount, dr, drgv) => {
        fc.pre(there !== back)
        const prices = pricesOf(dr, drgv)
        const first = quote({ inputToken: there, outputToken: back, inputAmount: amount, prices })
        const second = quote({
          inputToken: back,
          outputToken: there,
          inputAmount: first.outputAmount,
          prices,
        })
        expect(second.outputAmount * 10n ** 8n <= amount * 9_970n * 9_970n).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})
