import type { Token } from '@dr/protocol/amounts'
import { CALLS } from '@dr/protocol/calls/index'
import { SWAP_TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../test/app/test-app.ts'
import { movePool, newTrader, quote } from '../../../test/modules/trader.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('prices of swaps', ({ openDatabase }) => {
  const open = async () => {
    const app = await startTestApp(chain, await openDatabase())
    return { app, user: await newTrader(app, 'trader') }
  }

  test('a price that is held up for less than a day is not what the exchange pays', async () => {
    const { app, user } = await open()
    const [observe] = app.prices.ticks
    const pass = async (seconds: number) => {
      await observe?.run(new AbortController().signal)
      await app.travel(seconds)
    }
    for (const seconds of [84_600, 1_900]) await pass(seconds)
    await movePool(app, 400_000n * ONE) // nearly twice the price
    for (let minutes = 0; minutes < 50; minutes += 10) await pass(600)
    const { prices } = await quote(app, user, ['DR', 'USDT', 100n * ONE])
    const { tokens } = await app.call(CALLS.swapTokens, undefined, {})
    const dr = tokens.find(({ token }) => token === 'DR')
    expect(BigInt(dr?.average ?? 0) > (9n * ONE) / 10n).toBe(true) // the 30-minute average
    expect(BigInt(prices.DR?.price ?? 0) < (55n * ONE) / 100n).toBe(true) // the day's average
    const bought = await quote(app, user, ['USDT', 'DR', 100n * ONE])
    expect(BigInt(bought.prices.DR?.price ?? 0) > (9n * ONE) / 10n).toBe(true)
    await app.redeem(bought, user.wallet) // the contract agrees
  })

  test('a pair traded for the first time is refused for a day, with the reason', async () => {
    const { app, user } = await open()
    const [observe] = app.prices.ticks
    const pass = async (seconds: number) => {
      await observe?.run(new AbortController().signal)
      await app.travel(seconds)
    }
    const obstaclesOf = async (token: Token) =>
      new Set(
        (await app.call(CALLS.swapTokens, undefined, {})).pairs
          .filter(({ inputToken, outputToken }) => [inputToken, outputToken].includes(token))
          .map(({ obstacle }) => obstacle),
      )
    await pass(1)
    await movePool(app, 1_000n * ONE)
    expect(await obstaclesOf('DR')).toEqual(new Set(['no-price'])) // not even a 30-minute average yet
    for (let minutes = 0; minutes < 50; minutes += 10) await pass(600)
    expect(await obstaclesOf('DR')).toEqual(new Set(['no-day-average']))
    expect(await obstaclesOf('DRGV')).toEqual(new Set([null, 'no-day-average'])) // only with DR
    for (const pair of [['DR', 'USDT', ONE] as const, ['DRGV', 'DR', ONE] as const]) {
      await expect(quote(app, user, [...pair])).rejects.toMatchObject({
        code: 30002,
        details: { token: 'DR', reason: 'no-day-average' },
      })
    }
    for (let hours = 0; hours < 24; hours += 1) await pass(3_600)
    for (let minutes = 0; minutes < 50; minutes += 10) await pass(600)
    expect(await obstaclesOf('DR')).toEqual(new Set([null]))
    await quote(app, user, ['DR', 'USDT', 100n * ONE])
  })

  test('the worse of average and spot is quoted; more than 5 % apart there is no quote', async () => {
    const { app, user } = await open()
    const [observe] = app.prices.ticks
    for (const seconds of [84_600, 1_900]) {
      await observe?.run(new AbortController().signal)
      await app.travel(seconds) // both windows begin at an observation
    }
    await movePool(app, 10_000n * ONE) // spot + 2 %
    const [bought, sold] = [
      await quote(app, user, ['USDT', 'DR', 1_000n * ONE]),
      await quote(app, user, ['DR', 'USDT', 1_000n * ONE]),
    ]
    const { tokens } = await app.call(CALLS.swapTokens, undefined, {})
    const dr = tokens.find(({ token }) => token === 'DR')
    const [average, spot] = [BigInt(dr?.inputPrice ?? 0), BigInt(dr?.outputPrice ?? 0)]
    expect(dr?.average).toBe(dr?.inputPrice)
    expect(spot * 100n > average * 101n).toBe(true)
    expect(bought.prices.DR?.price).toBe(spot.toString())
    expect(sold.prices.DR?.price).toBe(average.toString())
    await app.redeem(bought, user.wallet) // the contract agrees
    await movePool(app, 40_000n * ONE)
    await expect(quote(app, user, ['USDT', 'DR', ONE])).rejects.toMatchObject({
      code: 30002,
      details: { token: 'DR', reason: 'price-moved' },
    })
    const { pairs } = await app.call(CALLS.swapTokens, undefined, {})
    expect(
      pairs
        .filter(({ obstacle }) => obstacle === 'price-moved')
        .map(({ inputToken, outputToken }) => [inputToken, outputToken]),
    ).toEqual(SWAP_TOKENS.filter((token) => token !== 'DR').map((token) => [token, 'DR']))
    await quote(app, user, ['USDT', 'DRGV', ONE])
  })
})
