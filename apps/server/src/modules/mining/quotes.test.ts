import { drAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth, describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Chain,
  type House,
  ONE,
  openHouse,
  startChain,
  type TestUser,
} from '../../../test/app/test-app.ts'
import type { NewProduct } from './index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const PRODUCT: NewProduct = {
  ...{ productId: 'rig', name: 'Rig', tier: 1, power: 10n, price: 100n * ONE, drgvShareBps: 2_000 },
  ...{ stock: 300n, perUserLimit: 250, lifeDays: 60 },
}
const stockOf = async (house: House): Promise<number> =>
  (await house.call(CALLS.products, undefined, {})).items[0]?.stock ?? -1

const quote = (house: House, user: TestUser, machineCount: number, productId = 'rig') =>
  house.call(CALLS.machineSignature, user, { productId, machineCount })

const buy = async (house: House, user: TestUser, machineCount: number): Promise<void> => {
  await house.redeem(await quote(house, user, machineCount), user.wallet)
  await house.finalize()
}

describeOnBoth('quotes for machines', ({ openDatabase }) => {
  const open = async () => openHouse(chain, await openDatabase(), { products: [PRODUCT] })

  test('are refused for a product that is not offered (20008), or gone from sale', async () => {
    const house = await open()
    const user = await house.newUser('buyer')
    await expect(quote(house, user, 1, 'nothing')).rejects.toMatchObject({ code: 20008 })
    await house.database.single.query({ text: 'UPDATE mining_product SET offered = false' })
    await expect(quote(house, user, 1)).rejects.toMatchObject({ code: 20008 })
    expect((await house.call(CALLS.products, undefined, {})).items).toEqual([])
  })

  test('are for a wallet that can pay (20004), allowance not asked for', async () => {
    const house = await open()
    const user = await house.newUser('poor', { usdt: 159n })
    await expect(quote(house, user, 2)).rejects.toMatchObject({
      code: 20004,
      details: { token: 'USDT', needed: (160n * ONE).toString(), available: (159n * ONE).toString() },
    })
    expect(await stockOf(house)).toBe(300)
    const dry = await house.newUser('dry', { drgv: 0n })
    await expect(quote(house, dry, 1)).rejects.toMatchObject({ code: 20004, details: { token: 'DRGV' } })
  })

  test('reserve stock once for one nonce: the largest open one counts, the same again is the same order', async () => {
    const house = await open()
    const user = await house.newUser('chooser')
    const two = await quote(house, user, 2)
    expect(await stockOf(house)).toBe(298)
    expect((await quote(house, user, 2)).orderId).toBe(two.orderId)
    const five = await quote(house, user, 5)
    expect(five.orderId).not.toBe(two.orderId)
    expect(await stockOf(house)).toBe(295)
    await quote(house, user, 3)
    expect(await stockOf(house)).toBe(295)
    await expect(quote(house, user, 4)).rejects.toMatchObject({
      code: 30003,
      details: { reason: 'open-vouchers', retryAt: two.deadline + 1 },
    })
    const { items } = await house.call(CALLS.openVouchers, user, {})
    expect(items).toHaveLength(3)
    expect(new Set(items.map(({ digest }) => digest)).size).toBe(3)
    await house.redeem(two, user.wallet) // the small one: the rest comes back
    await house.finalize()
    expect(await stockOf(house)).toBe(298)
  })

  test('respect the user’s limit, with what is owned and reserved (10004)', async () => {
    const house = await open()
    const user = await house.newUser('collector')
    await buy(house, user, 100)
    await buy(house, user, 100)
    await expect(quote(house, user, 51)).rejects.toMatchObject({
      code: 10004,
      details: { reason: 'per-user-limit', limit: 250, owned: 200, reserved: 0 },
    })
    expect(await stockOf(house)).toBe(100)
  })

  test('above 100 machines are split into successive vouchers', async () => {
    const house = await open()
    const user = await house.newUser('whale')
    const first = await quote(house, user, 201)
    expect(first.remaining).toBe(2)
    expect(first.typedData.message.machineCount).toBe('100')
  })

  test('lapse with their deadline: the stock comes back once, and the next reservation waits, doubling', async () => {
    const house = await open()
    const user = await house.newUser('hesitant')
    for (const wait of [10, 20, 40]) {
      const voucher = await quote(house, user, 7)
      expect(await stockOf(house)).toBe(293)
      await house.travel(voucher.deadline - Number(await house.clock()) - 60)
      expect(await stockOf(house)).toBe(293)
      await house.travel(66)
      expect(await house.clock()).toBeGreaterThan(BigInt(voucher.deadline))
      expect(await stockOf(house)).toBe(300)
      const [order] = (await house.call(CALLS.openVouchers, user, { orderId: voucher.orderId })).items
      expect(order?.status).toBe('lapsed')
      const now = Number(await house.clock())
      const refusal = await quote(house, user, 7).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 30003, details: { reason: 'reservation-wait' } })
      const { retryAt } = (refusal as { details: { retryAt: number } }).details
      expect(retryAt - now).toBeLessThanOrEqual(wait)
      expect(retryAt - now).toBeGreaterThan(wait - 8) // the final block is a few seconds past the lapse
      await house.travel(wait + 1)
    }
    await buy(house, user, 1)
    expect(await stockOf(house)).toBe(299)
    const { rows } = await house.database.read.query({ text: 'SELECT 1 FROM mining_reservation_wait' })
    expect(rows).toEqual([])
  })

  test('closed by electricity: the next reservation waits as after a lapse; closed by their own product: it does not', async () => {
    const house = await open()
    const user = await house.newUser('hoarder')
    await buy(house, user, 2)
    await quote(house, user, 3)
    const used = await quote(house, user, 4)
    await house.redeem(used, user.wallet)
    await house.finalize()
    const free = await quote(house, user, 5) // the three were closed by a sale of theirs: nobody waits
    const pay = await house.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    await house.redeem(pay, user.wallet)
    await house.finalize()
    const [closed] = (await house.call(CALLS.openVouchers, user, { orderId: free.orderId })).items
    expect(closed?.status).toBe('closed')
    expect(await stockOf(house)).toBe(294)
    await expect(quote(house, user, 5)).rejects.toMatchObject({
      code: 30003,
      details: { reason: 'reservation-wait' },
    })
    await house.travel(11)
    await quote(house, user, 5)
  })

  test('have no price while the oracle has none (30002), and none is made up', async () => {
    const house = await open()
    const user = await house.newUser('impatient')
    const { contracts } = house
    // A trade without an observation from the window's beginning: the 30-minute average can't be known.
    const pair = contracts.drgvUsdtPair
    const args = [pair, 1_000n * ONE]
    await house.send(user.wallet, { address: contracts.usdt, abi: drAbi, functionName: 'transfer', args })
    const sync = [
      { type: 'function', name: 'sync', stateMutability: 'nonpayable', inputs: [], outputs: [] },
    ] as const
    await house.send(user.wallet, { address: pair, abi: sync, functionName: 'sync', args: [] })
    await expect(quote(house, user, 1)).rejects.toMatchObject({
      code: 30002,
      details: { token: 'DRGV', reason: 'WindowNotFull' },
    })
    await expect(house.call(CALLS.drgvPrice, undefined, {})).rejects.toMatchObject({ code: 30002 })
    await house.travel(3_600) // quiet again: the reserves are the exact average
    const { DRGV } = await house.call(CALLS.drgvPrice, undefined, {})
    expect(BigInt(DRGV.price)).toBeGreaterThan(10n ** 17n)
  })
})

describe('many at once', () => {
  describeOnPostgres('stock under 50 parallel quotes', ({ openDatabase }) => {
    test('is never oversold: as many get a voucher as there are machines', async () => {
      const products = [{ ...PRODUCT, stock: 20n }]
      const house = await openHouse(chain, await openDatabase(), { products })
      const users: TestUser[] = []
      for (let n = 0; n < 50; n += 1)
        users.push(await house.newUser(`crowd ${n}`, { usdt: 200n, drgv: 500n }))
      const answers = await Promise.allSettled(users.map((user) => quote(house, user, 1)))
      const refused = answers.filter((answer) => answer.status === 'rejected')
      expect(answers.length - refused.length).toBe(20)
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 20009 })
      expect(await stockOf(house)).toBe(0)
      const { rows } = await house.database.read.query<{ sum: bigint }>({
        text: 'SELECT sum(count) AS sum FROM mining_reservation',
      })
      expect(rows[0]?.sum).toBe(20n)
    })

    test('of one user: three vouchers on the nonce at most', async () => {
      const house = await openHouse(chain, await openDatabase(), { products: [PRODUCT] })
      const user = await house.newUser('greedy')
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => quote(house, user, n + 1)),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      const largest = Math.max(
        ...answers.map((answer) =>
          answer.status === 'fulfilled' ? Number(answer.value.typedData.message.machineCount) : 0,
        ),
      )
      expect(await stockOf(house)).toBe(300 - largest)
    })
  })
})
