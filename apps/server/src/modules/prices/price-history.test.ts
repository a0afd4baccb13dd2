import { drAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import type { PriceRange } from '@dr/protocol/constants'
import { byToken, PRICED_TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { tokenAt } from '../../platform/chain/contract-addresses.ts'
import type { Topics } from '../../platform/database/announcements/announcements.ts'
import { lowerHex } from '../../platform/hex.ts'
import { dayChangeBps } from './day-change.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const ROUTER = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const PAIR = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function token0() view returns (address)',
])

/** Buys DR from the pool; returns the new price and its time. */
const trade = async (app: TestApp, usdt: bigint): Promise<{ price: bigint; at: bigint }> => {
  const { contracts, chain } = app
  const { ammRouter, usdt: paid, dr, drUsdtPair } = contracts
  const { address: to } = chain.holder
  await app.send(chain.holder, {
    address: paid,
    abi: drAbi,
    functionName: 'approve',
    args: [ammRouter, usdt],
  })
  const args = [usdt, 0n, [paid, dr], to, 2n ** 64n]
  await app.send(chain.holder, {
    address: ammRouter,
    abi: ROUTER,
    functionName: 'swapExactTokensForTokens',
    args,
  })
  const pair = { address: drUsdtPair, abi: PAIR } as const
  const [first, second] = await chain.client.readContract({ ...pair, functionName: 'getReserves' })
  const token0 = await chain.client.readContract({ ...pair, functionName: 'token0' })
  const [token, money] = token0 === dr ? [first, second] : [second, first]
  const { timestamp: at } = await chain.client.getBlock()
  return { price: (money * ONE) / token, at }
}

const history = (app: TestApp, range: PriceRange, token: 'DR' | 'DRGV' = 'DR') =>
  app.call(CALLS.priceHistory, undefined, { token, range })

describeOnDatabase('the price history', ({ openDatabase }) => {
  test('what a pool pays now is announced with its block', async () => {
    const database = await openDatabase()
    const app = await startTestApp(chain, database)
    const received: Topics[] = []
    const { stop } = await database.listen({
      onAnnouncements: ({ announcements }) =>
        void received.push(...announcements.map(({ topics }) => topics)),
      onLost: () => undefined,
      onGap: () => undefined,
    })
    onTestFinished(stop)
    const { price } = await trade(app, 1_000n * ONE)
    await app.finalize()
    const announced = () => received.filter(({ prices }) => prices)
    await expect
      .poll(announced)
      .toEqual([{ prices: { value: { DR: price.toString() } }, block: { value: expect.anything() } }])
  })

  test('is the pool’s own, from its first event on: flat until the first trade', async () => {
    const app = await startTestApp(chain, await openDatabase())
    for (const [token, price] of [
      ['DR', ONE / 2n],
      ['DRGV', ONE / 10n],
    ] as const) {
      const answer = await history(app, '24h', token)
      const text = price.toString()
      expect(new Set(answer.points.flatMap(({ close, low, high }) => [close, low, high]))).toEqual(
        new Set([text]),
      )
      expect(answer.points).toHaveLength(144)
      expect(answer.bucketSeconds).toBe(600)
      expect(answer.source).toBe(app.contracts.pairs[token])
      expect(answer.to).toBe(Number(await app.clock()))
    }
    const month = await history(app, '30d')
    const since = month.since ?? 0
    expect(since).toBeGreaterThan(month.to - 90_200)
    const [first] = month.points
    expect(first && first.at <= since && since < first.at + month.bucketSeconds).toBe(true) // nothing before it
    expect(month.points.length).toBeLessThan(10)
  })

  test('has last, lowest and highest price of each interval, and carries on where there is no trade', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const trades = [await trade(app, 10_000n * ONE), await trade(app, 50_000n * ONE)]
    await app.travel(7_000)
    trades.push(await trade(app, 1_000n * ONE))
    await app.finalize()
    for (const range of ['24h', '7d', '30d'] as const) {
      const { points, bucketSeconds, to } = await history(app, range)
      for (const point of points) {
        const within = trades.filter(({ at }) => at >= point.at && at < point.at + bucketSeconds)
        const earlier = trades.filter(({ at }) => at < point.at).at(-1)?.price ?? ONE / 2n
        const seen = [earlier, ...within.map(({ price }) => price)]
        expect([range, point]).toEqual([
          range,
          {
            at: point.at,
            close: String(seen.at(-1)),
            low: String(seen[0]), // buying DR only raises its price
            high: String(seen.at(-1)),
          },
        ])
      }
      expect(points.at(-1)?.close).toBe(String(trades.at(-1)?.price))
      const last = points.at(-1)?.at ?? 0
      expect(last <= to && to < last + bucketSeconds).toBe(true)
    }
  })

  test('the change of a day is the pool’s own, cut to basis points, and unknown before it has traded for a day', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { points } = await history(app, '30d')
    const before = BigInt(points.at(-1)?.close ?? '0')
    await app.travel(90_000)
    const { price } = await trade(app, 25_000n * ONE)
    await app.finalize()
    const now = await app.clock()
    const changes = await dayChangeBps(app.database.read, now)
    expect(changes).toMatchObject({ DR: Number(((price - before) * 10_000n) / before), DRGV: 0 })
    expect(changes.DR).toBeGreaterThan(100)
    expect(await dayChangeBps(app.database.read, now - 30n * 86_400n)).toEqual(
      byToken(PRICED_TOKENS, () => null),
    )
  })

  test('and the oracle’s observations are kept as the chain emitted them', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const [update] = app.prices.ticks
    await update?.run(new AbortController().signal)
    await app.travel(600)
    await trade(app, 100n * ONE)
    await update?.run(new AbortController().signal)
    await app.finalize()
    const { rows } = await app.database.read.query({
      text: 'SELECT token, timestamp, cumulative FROM price_observation ORDER BY timestamp, token',
    })
    const events = await chain.client.getContractEvents({
      address: app.contracts.priceOracle,
      eventName: 'Observed',
      strict: true,
      fromBlock: 0n,
      abi: parseAbi(['event Observed(address indexed token, uint256 timestamp, uint256 cumulative)']),
    })
    expect(rows).toEqual(
      events.map(({ args: { token, timestamp, cumulative } }) => ({
        token: tokenAt(app.contracts, lowerHex(token)),
        timestamp,
        cumulative,
      })),
    )
    expect(rows.length).toBeGreaterThanOrEqual(4)
  })
})
