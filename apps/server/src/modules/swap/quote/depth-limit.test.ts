import { drAbi, exchangeAbi, priceOracleAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keeperAddress, keeperKey } from '../../../../test/app/chain.ts'
import { type Chain, ONE, startChain, startTestApp } from '../../../../test/app/test-app.ts'
import { bringLiquidity, type Taken, takeLiquidity } from '../../../../test/modules/liquidity.ts'
import { movePool, newTrader, quote, swap } from '../../../../test/modules/trader.ts'
import { createKeeper, type Keeper } from '../../../platform/chain/keeper.ts'
import { createRegistry } from '../../../platform/metrics.ts'
import { recordDepthsTick } from '../record-depths.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('the exchange and the depth of its pools', ({ openDatabase }) => {
  test('a day gives a twentieth of a pool by its price, however much the exchange holds', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const [user, other] = [await newTrader(app, 'trader'), await newTrader(app, 'other')]
    for (const [token, amount] of [
      ['dr', 200_000n],
      ['drgv', 400_000n],
    ] as const) {
      for (const { wallet } of [user, other]) {
        await app.send(app.chain.holder, {
          address: app.contracts[token],
          abi: drAbi,
          functionName: 'transfer',
          args: [wallet.address, amount * ONE],
        })
      }
    }
    const offered = async () => {
      const { tokens, pairs } = await app.call(CALLS.swapTokens, undefined, {})
      const pair = pairs.find(({ inputToken, outputToken }) => `${inputToken}${outputToken}` === 'DRUSDT')
      const usdt = tokens.find(({ token }) => token === 'USDT')
      return {
        capped: BigInt(usdt?.leftToday ?? 0),
        out: (BigInt(pair?.maximum ?? 0) * BigInt(pair?.rate ?? 0)) / ONE,
      }
    }
    const before = await offered()
    expect(before.capped / ONE).toBe(49_999n) // of pools of a million by the contract, whose roots round down
    expect(before.out / ONE).toBeOneOf([49_999n, 50_000n]) // and by the server
    await expect(quote(app, user, ['DR', 'USDT', 101_000n * ONE])).rejects.toMatchObject({
      code: 30002,
      details: { token: 'USDT', reason: 'daily-cap' },
    })
    await swap(app, user, ['DR', 'USDT', 40_000n * ONE])
    const after = await offered()
    expect(after.out / ONE).toBeOneOf([30_059n, 30_060n]) // 19,940 have left
    await expect(quote(app, other, ['DRGV', 'USDT', 310_000n * ONE])).rejects.toMatchObject({
      details: { reason: 'daily-cap' },
    })
    await quote(app, other, ['DRGV', 'USDT', 290_000n * ONE])
  })

  test('the keeper records it each hour, and when liquidity leaves, and shows how old it is', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { contracts } = app
    const tick = app.swap.ticks.find(({ name }) => name === 'swap.record-depths')
    const recordedAt = async (address: Hex) => {
      const at = { address: contracts.exchange, abi: exchangeAbi } as const
      const [, seconds] = await chain.client.readContract({
        ...at,
        functionName: 'depthLimitOf',
        args: [address],
      })
      return Number(seconds)
    }
    const run = async () => {
      await tick?.run(new AbortController().signal)
      return Number((await chain.client.getBlock()).timestamp)
    }
    const sent = () => chain.client.getTransactionCount({ address: keeperAddress })
    const age = async (token: SwapToken) => {
      const gauge = await app.registry.getSingleMetric('exchange_depth_age_seconds')?.get()
      return Number(gauge?.values.find(({ labels }) => labels.token === token)?.value)
    }
    const before = await sent()
    const first = await recordedAt(contracts.usdt)
    await run()
    expect([await sent(), await recordedAt(contracts.usdt)]).toEqual([before, first]) // not due yet
    await app.travel(3_600)
    await run()
    expect(await sent()).toBe(before + 1)
    await app.travel(2_640)
    await run()
    expect(await sent()).toBe(before + 1) // not due, however early it comes
    // Another account records: its record neither postpones the keeper's, nor makes the keeper's look newer.
    await app.send(chain.holder, {
      address: contracts.exchange,
      abi: exchangeAbi,
      functionName: 'recordDepths',
      args: [],
    })
    const stranger = await run()
    expect(await recordedAt(contracts.usdt)).toBeGreaterThan(stranger - 60)
    expect(await age('USDT')).toBeGreaterThanOrEqual(2_640)
    await app.travel(960)
    const recorded = await run()
    expect(await sent()).toBe(before + 2)
    expect([await recordedAt(contracts.usdt), await recordedAt(contracts.dr)]).toEqual([recorded, recorded])

    await movePool(app, 1_000n * ONE) // no observations: DR has no average any more
    await app.travel(3_600)
    const second = await run()
    expect([await recordedAt(contracts.usdt), await recordedAt(contracts.dr)]).toEqual([second, recorded])
    await app.finalize()
    const now = await run()
    const gauge = await app.registry.getSingleMetric('exchange_depth_age_seconds')?.get()
    const ages = new Map(gauge?.values.map(({ labels, value }) => [labels.token, value]) ?? [])
    expect([...ages.keys()].toSorted()).toEqual(SWAP_TOKENS.toSorted())
    expect(Number(ages.get('DR')) - Number(ages.get('USDT'))).toBe(second - recorded)
    expect(ages.get('USDT')).toBeLessThanOrEqual(now - second)
    const tries = await sent()
    await app.travel(300) // sooner, since not all were recorded
    await run()
    expect(await sent()).toBe(tries + 1)

    // Liquidity leaves: recorded at the next check, whatever is due, with a price or without.
    const limitOf = async (address: Hex) => {
      const at = { address: contracts.exchange, abi: exchangeAbi, functionName: 'depthLimitOf' } as const
      return (await chain.client.readContract({ ...at, args: [address] }))[0]
    }
    const [limit, calls] = [await limitOf(contracts.usdt), await sent()]
    await takeLiquidity(app, contracts.drgvUsdtPair, 5n)
    await app.travel(60)
    await run()
    expect(await sent()).toBe(calls) // a twentieth less
    await takeLiquidity(app, contracts.drgvUsdtPair, 50n)
    await run()
    expect(await sent()).toBe(calls) // checked a moment ago
    await app.travel(60)
    await run()
    await run()
    expect(await sent()).toBe(calls + 1)
    expect(Number(await limitOf(contracts.usdt)) / Number(limit)).toBeCloseTo(0.475, 3)
    await takeLiquidity(app, contracts.drgvUsdtPair, 20n) // before the next check
    await app.travel(60)
    await run()
    expect(await sent()).toBe(calls + 2)
    expect(Number(await limitOf(contracts.usdt)) / Number(limit)).toBeCloseTo(0.38, 3)

    // A failed call does not make a record look newer either.
    await chain.anvil.client.setBalance({ address: keeperAddress, value: 0n })
    await app.travel(3_600)
    await expect(run()).rejects.toThrow()
    expect(await age('USDT')).toBeGreaterThanOrEqual(3_600)
    await chain.anvil.client.setBalance({ address: keeperAddress, value: 10n ** 24n })
    await run()
    expect(await age('USDT')).toBeLessThan(3_600)
  })

  test('after hours without a record a worker waits for prices, by the time of the newest block', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { contracts, database, logger } = app
    const keeper = createKeeper({ client: chain.client, key: keeperKey, receiptTimeoutMs: 10_000 })
    const registry = createRegistry({ defaults: false })
    const tick = recordDepthsTick({ database, client: chain.client, contracts, registry, logger }, keeper)
    const run = () => tick.run(new AbortController().signal)
    const sent = () => chain.client.getTransactionCount({ address: keeperAddress })
    // Trades in every window: no average without an observation.
    const tradeAndRun = async (seconds: number) => {
      await movePool(app, ONE)
      await app.travel(seconds)
      await run()
    }
    const before = await sent()
    await movePool(app, 1_000n * ONE)
    await chain.anvil.client.increaseTime({ seconds: 4 * 3_600 })
    await run() // an indexer that is as far behind
    await app.finalize()
    await run()
    await tradeAndRun(1_200)
    await tradeAndRun(1_200)
    expect(await sent()).toBe(before)
    await tradeAndRun(400)
    expect(await sent()).toBe(before + 1)
  })

  test('a record between liquidity that is brought back and taken out again does not blind the keeper', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { contracts, database, logger } = app
    const { holder } = app.chain
    const at = { address: contracts.exchange, abi: exchangeAbi, functionName: 'depthLimitOf' } as const
    const limit = async () => (await chain.client.readContract({ ...at, args: [contracts.usdt] }))[0]
    const sent = () => chain.client.getTransactionCount({ address: keeperAddress })
    let [taken, records]: [Taken | undefined, number] = [undefined, 0]
    const real = createKeeper({ client: chain.client, key: keeperKey, receiptTimeoutMs: 10_000 })
    const keeper: Keeper = {
      call: async (...call) => {
        if (taken === undefined || records > 0) return real.call(...call)
        records += 1
        await bringLiquidity(app, taken)
        const outcome = await real.call(...call)
        await takeLiquidity(app, taken.pair, 99n)
        return outcome
      },
    }
    const registry = createRegistry({ defaults: false })
    const tick = recordDepthsTick({ database, client: chain.client, contracts, registry, logger }, keeper)
    const run = () => tick.run(new AbortController().signal)
    const observe = () =>
      app.send(holder, {
        address: contracts.priceOracle,
        abi: priceOracleAbi,
        functionName: 'update',
        args: [],
      })
    for (let observed = 0; observed < 10; observed += 1) {
      await app.travel(400)
      await observe()
    }
    await run()
    await app.travel(61)
    await run()
    const [whole, before] = [await limit(), await sent()]
    taken = await takeLiquidity(app, contracts.drUsdtPair as Hex, 99n)
    await app.travel(61)
    await run()
    expect([records, await limit(), await sent()]).toEqual([1, whole, before + 1])
    await app.travel(61)
    await observe()
    await run()
    expect(await sent()).toBe(before + 2)
    expect((await limit()) * 90n).toBeLessThan(whole)
    await app.travel(61)
    await run()
    expect(await sent()).toBe(before + 2)
  })
})
