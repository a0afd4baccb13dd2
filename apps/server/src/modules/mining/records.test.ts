import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const terms = { price: 100n * ONE, drgvShareBps: 2_000, stock: 300n, perUserLimit: 250, lifeDays: 360 }
const PRODUCTS: readonly NewProduct[] = [
  { ...terms, productId: 'rig', name: 'Rig', tier: 1, power: 10n },
  { ...terms, productId: 'big', name: 'Big', tier: 2, power: 30n },
]

const buy = async (house: House, user: TestUser, productId: string, machineCount: number) => {
  const voucher = await house.call(CALLS.machineSignature, user, { productId, machineCount })
  await house.redeem(voucher, user.wallet)
  return voucher
}

const pay = async (house: House, user: TestUser, Period: number) => {
  const voucher = await house.call(CALLS.activateSignature, user, { all: 'all', Period })
  await house.redeem(voucher, user.wallet)
  return voucher
}

describeOnBoth('records of machines bought and of electricity paid', ({ openDatabase }) => {
  const open = async () => openHouse(chain, await openDatabase(), { products: PRODUCTS })
  const purchases = (house: House, user: TestUser, page = {}) =>
    house.call(CALLS.machinePurchases, user, page)
  const payments = (house: House, user: TestUser, page = {}) =>
    house.call(CALLS.electricityPayments, user, page)

  test('a purchase is listed once it is final, with what its voucher said was paid and burned', async () => {
    const house = await open()
    const user = await house.newUser('buyer')
    const voucher = await buy(house, user, 'rig', 3)
    expect((await purchases(house, user)).items).toEqual([]) // mined, not final
    await house.finalize()
    const { items, nextCursor } = await purchases(house, user)
    const { usdtAmount, DRGVAmount } = voucher.typedData.message
    expect(usdtAmount).toBe((240n * ONE).toString())
    expect(items).toEqual([
      {
        ...{ orderId: voucher.orderId, productId: 'rig', name: 'Rig', tier: 1, machineCount: 3, power: 10 },
        ...{ usdtPaid: usdtAmount, drgvBurned: DRGVAmount },
        at: expect.any(Number),
        lifeEnd: expect.any(Number),
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    ])
    expect(nextCursor).toBeNull()
    const [machine] = (await house.call(CALLS.miningDetail, user, {})).items
    expect(items[0]).toMatchObject({
      at: machine?.boughtAt,
      lifeEnd: machine?.lifeEnd,
      txHash: machine?.txHash,
    })
  })

  test('a payment counts its machines by product, whichever purchases they are of', async () => {
    const house = await open()
    const user = await house.newUser('payer')
    await buy(house, user, 'rig', 2)
    await buy(house, user, 'big', 1)
    await buy(house, user, 'rig', 1)
    await house.finalize()
    const voucher = await pay(house, user, 2)
    expect((await payments(house, user)).items).toEqual([])
    await house.finalize()
    expect((await payments(house, user)).items).toEqual([
      {
        orderId: voucher.orderId,
        machines: [
          { productId: 'rig', name: 'Rig', tier: 1, count: 3 },
          { productId: 'big', name: 'Big', tier: 2, count: 1 },
        ],
        periods: 2,
        drgvBurned: (48n * ONE).toString(), // 4 machines, 2 periods, 6 DRGV each
        at: expect.any(Number),
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    ])
  })

  test('newest first, page by page, and never another user’s', async () => {
    const house = await open()
    const [user, other] = [await house.newUser('pager'), await house.newUser('neighbour')]
    const mine: string[] = []
    for (const productId of ['rig', 'big', 'rig']) {
      mine.unshift((await buy(house, user, productId, 1)).orderId)
      await buy(house, other, productId, 1)
    }
    await house.finalize()
    const paid: string[] = []
    for (const periods of [1, 2, 1]) {
      paid.unshift((await pay(house, user, periods)).orderId)
      await house.finalize()
    }
    for (const [list, expected] of [
      [purchases, mine],
      [payments, paid],
    ] as const) {
      const first = await list(house, user, { limit: 2 })
      const rest = await list(house, user, { limit: 2, cursor: first.nextCursor ?? '' })
      expect([...first.items, ...rest.items].map(({ orderId }) => orderId)).toEqual(expected)
      expect(rest.nextCursor).toBeNull()
      await expect(list(house, user, { cursor: 'mine' })).rejects.toMatchObject({ code: 10002 })
    }
    expect((await payments(house, other)).items).toEqual([])
    expect((await purchases(house, other)).items).toHaveLength(3)
  })
})
