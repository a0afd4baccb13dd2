import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/app/test-app.ts'
import type { NewProduct } from '../index.ts'

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

const buy = async (app: TestApp, user: TestUser, productId: string, machineCount: number) => {
  const voucher = await app.call(CALLS.machineSignature, user, { productId, machineCount })
  await app.redeem(voucher, user.wallet)
  return voucher
}

const pay = async (app: TestApp, user: TestUser, Period: number) => {
  const voucher = await app.call(CALLS.activateSignature, user, { all: 'all', Period })
  await app.redeem(voucher, user.wallet)
  return voucher
}

describeOnDatabase('records of machines bought and of electricity paid', ({ openDatabase }) => {
  const open = async () => startTestApp(chain, await openDatabase(), { products: PRODUCTS })
  const purchases = (app: TestApp, user: TestUser, page = {}) => app.call(CALLS.machinePurchases, user, page)
  const payments = (app: TestApp, user: TestUser, page = {}) =>
    app.call(CALLS.electricityPayments, user, page)

  test('a purchase is listed once it is final, with what its voucher said was paid and burned', async () => {
    const app = await open()
    const user = await app.newUser('buyer')
    const voucher = await buy(app, user, 'rig', 3)
    expect((await purchases(app, user)).items).toEqual([]) // mined, not final
    await app.finalize()
    const { items, nextCursor } = await purchases(app, user)
    const { usdtAmount, DRGVAmount } = voucher.typedData.message
    expect(usdtAmount).toBe((240n * ONE).toString())
    expect(items).toEqual([
      {
        orderId: voucher.orderId,
        productId: 'rig',
        name: 'Rig',
        tier: 1,
        machineCount: 3,
        power: 10,
        usdtPaid: usdtAmount,
        drgvBurned: DRGVAmount,
        at: expect.any(Number),
        lifeEnd: expect.any(Number),
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    ])
    expect(nextCursor).toBeNull()
    const [machine] = (await app.call(CALLS.miningDetail, user, {})).items
    expect(items[0]).toMatchObject({
      at: machine?.boughtAt,
      lifeEnd: machine?.lifeEnd,
      txHash: machine?.txHash,
    })
  })

  test('a payment counts its machines by product, whichever purchases they are of', async () => {
    const app = await open()
    const user = await app.newUser('payer')
    await buy(app, user, 'rig', 2)
    await buy(app, user, 'big', 1)
    await buy(app, user, 'rig', 1)
    await app.finalize()
    const voucher = await pay(app, user, 2)
    expect((await payments(app, user)).items).toEqual([])
    await app.finalize()
    expect((await payments(app, user)).items).toEqual([
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
    const app = await open()
    const [user, other] = [await app.newUser('pager'), await app.newUser('neighbour')]
    const mine: string[] = []
    for (const productId of ['rig', 'big', 'rig']) {
      mine.unshift((await buy(app, user, productId, 1)).orderId)
      await buy(app, other, productId, 1)
    }
    await app.finalize()
    const paid: string[] = []
    for (const periods of [1, 2, 1]) {
      paid.unshift((await pay(app, user, periods)).orderId)
      await app.finalize()
    }
    for (const [list, expected] of [
      [purchases, mine],
      [payments, paid],
    ] as const) {
      const first = await list(app, user, { limit: 2 })
      const rest = await list(app, user, { limit: 2, cursor: first.nextCursor ?? '' })
      expect([...first.items, ...rest.items].map(({ orderId }) => orderId)).toEqual(expected)
      expect(rest.nextCursor).toBeNull()
      await expect(list(app, user, { cursor: 'mine' })).rejects.toMatchObject({ code: 10002 })
    }
    expect((await payments(app, other)).items).toEqual([])
    expect((await purchases(app, other)).items).toHaveLength(3)
  })
})
