/** Whoever provides the pool's liquidity may take it away: DR has no price then, and money leaves all the same. */

import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth } from '@dr/test-kit'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, type House, ONE, openHouse, startChain } from '../../../test/app/test-app.ts'
import { deposit, newDepositor, TERM } from '../../../test/modules/packages.ts'
import {
  booksEqualChain,
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

const onPair = (house: House, functionName: 'transfer' | 'burn' | 'sync', args: readonly unknown[] = []) =>
  house.send(chain.holder, { address: house.contracts.drUsdtPair, abi: pairAbi, functionName, args })

/** The provider takes back all that can be taken. */
const drainPool = async (house: House): Promise<void> => {
  const { drUsdtPair: address } = house.contracts
  const { address: holder } = chain.holder
  const args = [holder] as const
  const share = await chain.client.readContract({ address, abi: pairAbi, functionName: 'balanceOf', args })
  await onPair(house, 'transfer', [address, share])
  await onPair(house, 'burn', args)
  await house.finalize()
}

/** A stranger puts USDT into the pool: DR is dearer from now on. */
const pump = async (house: House, usdt: bigint): Promise<void> => {
  await transfer(house, 'USDT', house.contracts.drUsdtPair, usdt)
  await onPair(house, 'sync')
}

const runTicks = async ({ prices }: House): Promise<void> => {
  for (const tick of prices.ticks) await tick.run(new AbortController().signal)
}

const usedUsd = async (house: House, user: Parameters<typeof withdraw>[1]): Promise<string> =>
  (await house.call(CALLS.getUserMoney, user, {})).withdrawalDay.usedUsd

describeOnBoth('a withdrawal while the pool is shallow', ({ openDatabase }) => {
  const openMiner = async () => {
    const house = await openHouse(chain, await openDatabase())
    const user = await house.newUser('miner', { usdt: 0n, drgv: 0n })
    await give(house, user, MINER_DR, 50_000n * ONE)
    return { house, user }
  }

  test('of DR is paid, and the limit holds by the last average there was', async () => {
    const { house, user } = await openMiner()
    await runTicks(house)
    const { price, block } = await house.prices.quotePrice('DR', await house.prices.newestBlock())
    await drainPool(house)
    await pump(house, ONE) // 50 times dearer in what is left of the pool: nobody counts by that
    await house.travel(3_600)
    await runTicks(house)
    await expect(house.prices.quotePrice('DR', await house.prices.newestBlock())).rejects.toMatchObject(
      NO_PRICE,
    )

    const voucher = await withdraw(house, user, MINER_DR, 15_000n * ONE)
    expect(voucher.prices.DR).toMatchObject({ price: `${price}`, blockNumber: Number(block.number) })
    await expect(withdraw(house, user, MINER_DR, 6_000n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-usd' },
    })
    await house.redeem(voucher, user.wallet)
    await house.finalize()
    expect(await walletHas(house, user, 'DR')).toBe(14_250n * ONE)
    await booksEqualChain(house)
  })

  test('counts the higher of the last two averages: too low a price would stretch the limit', async () => {
    const { house, user } = await openMiner()
    await runTicks(house)
    await house.travel(84_600)
    await pump(house, 1_000_000n * ONE)
    await house.travel(1_900)
    const averages = await house.prices.averages('DR', await house.prices.newestBlock())
    expect(averages.higher > averages.lower).toBe(true)
    await runTicks(house)
    await drainPool(house)
    const voucher = await withdraw(house, user, MINER_DR, 1_000n * ONE)
    expect(BigInt(voucher.prices.DR?.price ?? 0) >= averages.higher).toBe(true)
  })

  test('of DR that never had a price counts for nothing: the vault’s own caps hold it', async () => {
    const { house, user } = await openMiner()
    await drainPool(house)
    await runTicks(house)
    await expect(withdraw(house, user, MINER_DR, 20_001n * ONE)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-account' },
    })
    const voucher = await withdraw(house, user, MINER_DR, 20_000n * ONE)
    expect(voucher.prices).toEqual({})
    expect(await usedUsd(house, user)).toBe('0')
    await house.redeem(voucher, user.wallet)
    await house.finalize()
    expect(await walletHas(house, user, 'DR')).toBe(19_000n * ONE)
  })

  test('of USDT is paid where nothing burns; what would burn has no price (30002)', async () => {
    const house = await openHouse(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(house, 'depositor')
    await deposit(house, user.wallet, { packageId: 77n, token: 'USDT', amount: 300n * ONE }) // fits nothing
    await house.finalize()
    await give(house, user, NODE_USDT, 200n * ONE)
    await give(house, user, DEFLATION_USDT, 200n * ONE)
    await giveDrToBurn(house, user, 500n * ONE)
    await drainPool(house)
    await expect(withdraw(house, user, DEFLATION_USDT, 100n * ONE)).rejects.toMatchObject(NO_PRICE)
    await expect(withdraw(house, user, NODE_USDT, 301n * ONE)).rejects.toMatchObject(NO_PRICE)
    const dr = await walletHas(house, user, 'DR')
    const voucher = await withdraw(house, user, NODE_USDT, 300n * ONE)
    expect(voucher.prices).toEqual({})
    await house.redeem(voucher, user.wallet)
    await house.finalize()
    expect(await walletHas(house, user, 'DR')).toBe(dr)
    expect(await usedUsd(house, user)).toBe(`${300n * ONE}`)
    await booksEqualChain(house)
  })

  test('of two at once that no deposit covers together, the second is refused once the first is paid', async () => {
    const house = await openHouse(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(house, 'depositor')
    await deposit(house, user.wallet, { packageId: 77n, token: 'USDT', amount: 300n * ONE })
    await house.finalize()
    await give(house, user, NODE_USDT, 200n * ONE)
    await drainPool(house)
    const [paid] = await Promise.all([
      withdraw(house, user, NODE_USDT, 250n * ONE),
      withdraw(house, user, NODE_USDT, 250n * ONE),
    ])
    await house.redeem(paid, user.wallet)
    await house.finalize() // closes the other: they had one nonce
    await expect(withdraw(house, user, NODE_USDT, 250n * ONE)).rejects.toMatchObject(NO_PRICE)
  })
})
