import { drAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/app/test-app.ts'
import { RIG } from '../../../../test/modules/machines.ts'
import { movePool } from '../../../../test/modules/trader.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const stockOf = async (app: TestApp): Promise<number> =>
  (await app.call(CALLS.products, undefined, {})).items[0]?.stock ?? -1

const quote = (app: TestApp, user: TestUser, machineCount: number, productId = 'rig') =>
  app.call(CALLS.machineSignature, user, { productId, machineCount })

const buy = async (app: TestApp, user: TestUser, machineCount: number): Promise<void> => {
  await app.redeem(await quote(app, user, machineCount), user.wallet)
  await app.finalize()
}

describeOnDatabase('quotes for machines', ({ openDatabase }) => {
  const open = async () => startTestApp(chain, await openDatabase(), { products: [RIG] })

  test('are refused for a product that is not offered (20008), or gone from sale', async () => {
    const app = await open()
    const user = await app.newUser('buyer')
    await expect(quote(app, user, 1, 'nothing')).rejects.toMatchObject({ code: 20008 })
    await app.database.single.query({ text: 'UPDATE mining_product SET offered = false' })
    await expect(quote(app, user, 1)).rejects.toMatchObject({ code: 20008 })
    expect((await app.call(CALLS.products, undefined, {})).items).toEqual([])
  })

  test('are for a wallet that can pay (20004), allowance not asked for', async () => {
    const app = await open()
    const user = await app.newUser('poor', { usdt: 159n })
    await expect(quote(app, user, 2)).rejects.toMatchObject({
      code: 20004,
      details: { token: 'USDT', needed: (160n * ONE).toString(), available: (159n * ONE).toString() },
    })
    expect(await stockOf(app)).toBe(300)
    const dry = await app.newUser('dry', { drgv: 0n })
    await expect(quote(app, dry, 1)).rejects.toMatchObject({ code: 20004, details: { token: 'DRGV' } })
  })

  test('reserve stock once for one nonce: the largest open one counts, the same again is the same order', async () => {
    const app = await open()
    const user = await app.newUser('chooser')
    const two = await quote(app, user, 2)
    expect(await stockOf(app)).toBe(298)
    expect((await quote(app, user, 2)).orderId).toBe(two.orderId)
    const five = await quote(app, user, 5)
    expect(five.orderId).not.toBe(two.orderId)
    expect(await stockOf(app)).toBe(295)
    await quote(app, user, 3)
    expect(await stockOf(app)).toBe(295)
    await expect(quote(app, user, 4)).rejects.toMatchObject({
      code: 30003,
      details: { reason: 'open-vouchers', retryAt: two.deadline + 1 },
    })
    const { items } = await app.call(CALLS.openVouchers, user, {})
    expect(items).toHaveLength(3)
    expect(new Set(items.map(({ digest }) => digest)).size).toBe(3)
    await app.redeem(two, user.wallet) // the small one: the rest is freed
    await app.finalize()
    expect(await stockOf(app)).toBe(298)
  })

  test('respect the user’s limit, with what is owned and reserved (10004)', async () => {
    const app = await open()
    const user = await app.newUser('collector')
    await buy(app, user, 100)
    await buy(app, user, 100)
    await expect(quote(app, user, 51)).rejects.toMatchObject({
      code: 10004,
      details: { reason: 'per-user-limit', limit: 250, owned: 200, reserved: 0 },
    })
    expect(await stockOf(app)).toBe(100)
  })

  test('above 100 machines are split into successive vouchers, each once the whole order fits', async () => {
    const app = await open()
    const user = await app.newUser('whale')
    const { items } = await app.call(CALLS.products, undefined, {})
    // Limit, stock and wallet are checked for all of them, not for the first hundred.
    await expect(quote(app, user, 251)).rejects.toMatchObject({
      code: 10004,
      details: { reason: 'per-user-limit', limit: 250, owned: 0, reserved: 0 },
    })
    await app.database.single.query({ text: 'UPDATE mining_product SET stock_left = 200' })
    await expect(quote(app, user, 201)).rejects.toMatchObject({ code: 20009, details: { stock: 200 } })
    await app.database.single.query({ text: 'UPDATE mining_product SET stock_left = 300' })
    const poor = await app.newUser('half-a-whale', { usdt: 16_079n })
    await expect(quote(app, poor, 201)).rejects.toMatchObject({
      code: 20004,
      details: { token: 'USDT', needed: (16_080n * ONE).toString() },
    })
    expect(await app.call(CALLS.products, undefined, {})).toEqual({ items })
    const first = await quote(app, user, 201)
    expect(first.remaining).toBe(2)
    expect(first.typedData.message.machineCount).toBe('100')
    expect(await stockOf(app)).toBe(200)
    await app.redeem(first, user.wallet)
    await app.finalize()
    const { bought } = await app.call(CALLS.miningInfo, user, {})
    expect(bought).toEqual([{ productId: 'rig', count: 100 }])
    expect((await quote(app, user, 101)).remaining).toBe(1)
  })

  test('expire with their deadline: the stock comes back once, and the next reservation waits, doubling', async () => {
    const app = await open()
    const user = await app.newUser('hesitant')
    for (const wait of [10, 20, 40]) {
      const voucher = await quote(app, user, 7)
      expect(await stockOf(app)).toBe(293)
      await app.travel(voucher.deadline - Number(await app.clock()) - 60)
      expect(await stockOf(app)).toBe(293)
      await app.travel(66)
      expect(await app.clock()).toBeGreaterThan(BigInt(voucher.deadline))
      expect(await stockOf(app)).toBe(300)
      const [order] = (await app.call(CALLS.openVouchers, user, { orderId: voucher.orderId })).items
      expect(order?.status).toBe('expired')
      const now = Number(await app.clock())
      const refusal = await quote(app, user, 7).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 30003, details: { reason: 'reservation-wait' } })
      const { retryAt } = (refusal as { details: { retryAt: number } }).details
      expect(retryAt - now).toBeLessThanOrEqual(wait)
      expect(retryAt - now).toBeGreaterThan(wait - 8) // the final block is a few seconds past the deadline
      await app.travel(wait + 1)
    }
    await buy(app, user, 1)
    expect(await stockOf(app)).toBe(299)
    const { rows } = await app.database.read.query({ text: 'SELECT 1 FROM mining_reservation_wait' })
    expect(rows).toEqual([])
  })

  test('closed by electricity: the next reservation waits as after an expired one; closed by their own product: it does not', async () => {
    const app = await open()
    const user = await app.newUser('hoarder')
    await buy(app, user, 2)
    await quote(app, user, 3)
    const used = await quote(app, user, 4)
    await app.redeem(used, user.wallet)
    await app.finalize()
    const free = await quote(app, user, 5) // a sale of the three superseded them: no payment is open
    const pay = await app.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    await app.redeem(pay, user.wallet)
    await app.finalize()
    const [closed] = (await app.call(CALLS.openVouchers, user, { orderId: free.orderId })).items
    expect(closed?.status).toBe('superseded')
    expect(await stockOf(app)).toBe(294)
    await expect(quote(app, user, 5)).rejects.toMatchObject({
      code: 30003,
      details: { reason: 'reservation-wait' },
    })
    await app.travel(11)
    await quote(app, user, 5)
  })

  test('go by the lower of both averages, as the contract does: a price held for half an hour sells nothing for less', async () => {
    const app = await open()
    const user = await app.newUser('pusher')
    const [observe] = app.prices.ticks
    const pass = async (seconds: number) => {
      await observe?.run(new AbortController().signal)
      await app.travel(seconds)
    }
    for (const seconds of [84_600, 1_900]) await pass(seconds)
    await movePool(app, 400_000n * ONE, 'drgv') // nearly twice the price
    for (let minutes = 0; minutes < 50; minutes += 10) await pass(600)
    const { price, lower } = await app.prices.averages('DRGV', await app.prices.newestBlock())
    expect(price > (18n * ONE) / 100n).toBe(true) // the 30-minute average
    expect(lower < (11n * ONE) / 100n).toBe(true) // the day's average
    const voucher = await quote(app, user, 2)
    expect(voucher.prices.DRGV?.price).toBe(voucher.typedData.message.DRGVPrice)
    expect(BigInt(voucher.prices.DRGV?.price ?? 0) < (11n * ONE) / 100n).toBe(true)
    const shown = await app.call(CALLS.drgvPrice, undefined, {})
    expect(BigInt(shown.DRGV.price) < (11n * ONE) / 100n).toBe(true)
    await app.redeem(voucher, user.wallet) // the contract agrees
    await app.finalize()
    expect(await stockOf(app)).toBe(298)
  })

  test('have no price while the oracle has none (30002), and none is made up', async () => {
    const app = await open()
    const user = await app.newUser('impatient')
    const { contracts } = app
    // A trade without an observation at the window's beginning: the 30-minute average is unknown.
    const pair = contracts.drgvUsdtPair
    const args = [pair, 1_000n * ONE]
    await app.send(user.wallet, { address: contracts.usdt, abi: drAbi, functionName: 'transfer', args })
    const sync = [
      { type: 'function', name: 'sync', stateMutability: 'nonpayable', inputs: [], outputs: [] },
    ] as const
    await app.send(user.wallet, { address: pair, abi: sync, functionName: 'sync', args: [] })
    await expect(quote(app, user, 1)).rejects.toMatchObject({
      code: 30002,
      details: { token: 'DRGV', reason: 'WindowNotFull' },
    })
    await expect(app.call(CALLS.drgvPrice, undefined, {})).rejects.toMatchObject({ code: 30002 })
    await app.travel(3_600) // an average of half an hour is not enough to sell a machine
    await expect(quote(app, user, 1)).rejects.toMatchObject({ code: 30002, details: { token: 'DRGV' } })
    await app.travel(86_400) // quiet for a day: the reserves are the exact average
    const { DRGV } = await app.call(CALLS.drgvPrice, undefined, {})
    expect(BigInt(DRGV.price)).toBeGreaterThan(10n ** 17n)
  })
})

describe('concurrently', () => {
  describeOnPostgres('stock under 50 parallel quotes', ({ openDatabase }) => {
    test('is never oversold: as many get a voucher as there are machines', async () => {
      const products = [{ ...RIG, stock: 20n }]
      const app = await startTestApp(chain, await openDatabase(), { products })
      const users: TestUser[] = []
      for (let n = 0; n < 50; n += 1) users.push(await app.newUser(`crowd ${n}`, { usdt: 200n, drgv: 500n }))
      const answers = await Promise.allSettled(users.map((user) => quote(app, user, 1)))
      const refused = answers.filter((answer) => answer.status === 'rejected')
      expect(answers.length - refused.length).toBe(20)
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 20009 })
      expect(await stockOf(app)).toBe(0)
      const { rows } = await app.database.read.query<{ sum: bigint }>({
        text: 'SELECT sum(count) AS sum FROM mining_reservation',
      })
      expect(rows[0]?.sum).toBe(20n)
    })

    test('of one user: three vouchers on the nonce at most', async () => {
      const app = await startTestApp(chain, await openDatabase(), { products: [RIG] })
      const user = await app.newUser('greedy')
      const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => quote(app, user, n + 1)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      const largest = Math.max(
        ...answers.map((answer) =>
          answer.status === 'fulfilled' ? Number(answer.value.typedData.message.machineCount) : 0,
        ),
      )
      expect(await stockOf(app)).toBe(300 - largest)
    })
  })
})
