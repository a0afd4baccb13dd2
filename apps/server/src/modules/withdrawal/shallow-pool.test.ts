/** The pool's liquidity may be removed: DR then has no price, and withdrawals still work. */

import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { deposit, newDepositor, TERM } from '../../../test/modules/packages.ts'
import {
  expectLedgerMatchesChain,
  give,
  giveDrToBurn,
  transfer,
  walletHas,
  withdraw,
} from '../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const MINER_DR = { vault: 0, token: 'DR' } as const
const NODE_USDT = { vault: 2, token: 'USDT' } as const
const DEFLATION_USDT = { vault: 1, token: 'USDT' } as const
const NO_PRICE = { code: 30002, details: { token: 'DR', reason: 'PoolTooShallow' } }

const pairAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address,uint256) returns (bool)',
  'function burn(address)',
  'function sync()',
])

const onPair = (app: TestApp, functionName: 'transfer' | 'burn' | 'sync', args: readonly unknown[] = []) =>
  app.send(chain.holder, { address: app.contracts.drUsdtPair, abi: pairAbi, functionName, args })

/** Removes all liquidity that can be removed. */
const drainPool = async (app: TestApp): Promise<void> => {
  const { drUsdtPair: address } = app.contracts
  const { address: holder } = chain.holder
  const args = [holder] as const
  const share = await chain.client.readContract({ address, abi: pairAbi, functionName: 'balanceOf', args })
  await onPair(app, 'transfer', [address, share])
  await onPair(app, 'burn', args)
  await app.finalize()
}

/** A third party puts USDT into the pool, which raises DR's price. */
const pump = async (app: TestApp, usdt: bigint): Promise<void> => {
  await transfer(app, 'USDT', app.contracts.drUsdtPair, usdt)
  await onPair(app, 'sync')
}

const runTicks = async ({ prices }: TestApp): Promise<void> => {
  for (const tick of prices.ticks) await tick.run(new AbortController().signal)
}

const usedUsd = async (app: TestApp, user: Parameters<typeof withdraw>[1]): Promise<string> =>
  (await app.call(CALLS.getUserMoney, user, {})).withdrawalDay.usedUsd

describeOnDatabase('a withdrawal while the pool is shallow', ({ openDatabase }) => {
  const openMiner = async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('miner', { usdt: 0n, drgv: 0n })
    await give(app, user, MINER_DR, 50_000n * ONE)
    return { app, user }
  }

  test('of DR is paid, and the limit holds by the last average there was', async () => {
    const { app, user } = await openMiner()
    await runTicks(app)
    const { price, block } = await app.prices.quotePrice('DR', await app.prices.newestBlock())
    await drainPool(app)
    await pump(app, ONE) // 50 times the price in the rest of the pool: no rule uses it
    await app.travel(3_600)
    await runTicks(app)
    await expect(app.prices.quotePrice('DR', await app.prices.newestBlock())).rejects.toMatchObject(NO_PRICE)

    const voucher = await withdraw(app, user, MINER_DR, 15_000n * ONE)
    expect(voucher.prices.DR).toMatchObject({ price: `${price}`, blockNumber: Number(block.number) })
    await expect(withdraw(app, user, MINER_DR, 6_000n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-usd' },
    })
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await walletHas(app, user, 'DR')).toBe(14_250n * ONE)
    await expectLedgerMatchesChain(app)
  })

  test('counts the higher of the last two averages: too low a price would stretch the limit', async () => {
    const { app, user } = await openMiner()
    await runTicks(app)
    await app.travel(84_600)
    await pump(app, 1_000_000n * ONE)
    await app.travel(1_900)
    const averages = await app.prices.averages('DR', await app.prices.newestBlock())
    expect(averages.higher > averages.lower).toBe(true)
    await runTicks(app)
    await drainPool(app)
    const voucher = await withdraw(app, user, MINER_DR, 1_000n * ONE)
    expect(BigInt(voucher.prices.DR?.price ?? 0) >= averages.higher).toBe(true)
  })

  test('of DR that never had a price counts for nothing: the vault’s own caps hold it', async () => {
    const { app, user } = await openMiner()
    await drainPool(app)
    await runTicks(app)
    await expect(withdraw(app, user, MINER_DR, 20_001n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-account' },
    })
    const voucher = await withdraw(app, user, MINER_DR, 20_000n * ONE)
    expect(voucher.prices).toEqual({})
    expect(await usedUsd(app, user)).toBe('0')
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await walletHas(app, user, 'DR')).toBe(19_000n * ONE)
  })

  test('of USDT is paid where nothing burns; what would burn has no price (30002)', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(app, 'depositor')
    await deposit(app, user.wallet, { packageId: 77n, token: 'USDT', amount: 300n * ONE }) // fits nothing
    await app.finalize()
    await give(app, user, NODE_USDT, 200n * ONE)
    await give(app, user, DEFLATION_USDT, 200n * ONE)
    await giveDrToBurn(app, user, 500n * ONE)
    await drainPool(app)
    await expect(withdraw(app, user, DEFLATION_USDT, 100n * ONE)).rejects.toMatchObject(NO_PRICE)
    await expect(withdraw(app, user, NODE_USDT, 301n * ONE)).rejects.toMatchObject(NO_PRICE)
    const dr = await walletHas(app, user, 'DR')
    const voucher = await withdraw(app, user, NODE_USDT, 300n * ONE)
    expect(voucher.prices).toEqual({})
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    expect(await walletHas(app, user, 'DR')).toBe(dr)
    expect(await usedUsd(app, user)).toBe(`${300n * ONE}`)
    await expectLedgerMatchesChain(app)
  })

  test('of two at once that no deposit covers together, the second is refused once the first is paid', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(app, 'depositor')
    await deposit(app, user.wallet, { packageId: 77n, token: 'USDT', amount: 300n * ONE })
    await app.finalize()
    await give(app, user, NODE_USDT, 200n * ONE)
    await drainPool(app)
    const [paid] = await Promise.all([
      withdraw(app, user, NODE_USDT, 250n * ONE),
      withdraw(app, user, NODE_USDT, 250n * ONE),
    ])
    await app.redeem(paid, user.wallet)
    await app.finalize() // supersedes the other: they had one nonce
    await expect(withdraw(app, user, NODE_USDT, 250n * ONE)).rejects.toMatchObject(NO_PRICE)
  })
})
