/** The chain used a voucher whose module refuses the event: its hold must remain. */
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
} from '../../../test/app/test-app.ts'
import { account, postJournal } from '../ledger/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const give = (app: TestApp, { userId }: TestUser, amount: bigint) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      key: `gift:${userId}`,
      reason: 'mining.collect',
      at: new Date('2026-01-01T00:00:00Z'),
      source: { kind: 'emission', releaseId: 1 },
      postings: [
        {
          from: account({ vault: 0, token: 'DR', kind: 'undistributed-emission' }),
          to: account({ vault: 0, token: 'DR', kind: 'user-available', userId }),
          amount,
        },
      ],
    }),
  )

/** Simulates a fault of the module: its order no longer matches the chain. */
const corrupt = (app: TestApp, orderId: string, details: Readonly<Record<string, unknown>>) =>
  app.database.single.query({
    text: 'UPDATE voucher_order SET details = details || $2 WHERE id = $1',
    values: [orderId, details],
  })

const suspendedHandlers = async ({ database }: TestApp) =>
  (await database.read.query<{ handler: string }>({ text: 'SELECT handler FROM suspense_event' })).rows.map(
    ({ handler }) => handler,
  )

describeOnDatabase('an event that its module refuses', ({ openDatabase }) => {
  test('keeps a paid withdrawal from expiring: its hold is not released', async () => {
    const app = await startTestApp(chain, await openDatabase())
    await app.release()
    const user = await app.newUser('paid', { usdt: 0n, drgv: 0n })
    await give(app, user, 500n * ONE)
    const amount = 200n * ONE
    const voucher = await app.call(CALLS.createWithdrawal, user, {
      account: 0,
      token: 'DR',
      amount: amount.toString(),
    })
    await app.redeem(voucher, user.wallet)
    await corrupt(app, voucher.orderId, { burnAmount: '1' })
    await app.finalize()
    await app.travel(3_600)
    expect(await suspendedHandlers(app)).toEqual(['withdrawal.withdrawn-dr'])
    const { balances } = await app.call(CALLS.fundFlows, user, {})
    expect(balances).toMatchObject([{ available: (300n * ONE).toString(), held: amount.toString() }])
    const { items } = await app.call(CALLS.withdrawalDetail, user, { orderId: voucher.orderId })
    expect(items).toMatchObject([{ status: 'used', txHash: expect.stringMatching(/^0x/) }])
  })

  test('keeps a paid purchase from expiring: its stock is not freed', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('buyer')
    const voucher = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 2 })
    await app.redeem(voucher, user.wallet)
    await corrupt(app, voucher.orderId, { machineCount: 3 })
    await app.finalize()
    await app.travel(3_600)
    expect(await suspendedHandlers(app)).toEqual(['mining.machines-bought'])
    const { items } = await app.call(CALLS.products, undefined, {})
    expect(items.find(({ productId }) => productId === 'm1')?.stock).toBe(9_998)
    const orders = await app.call(CALLS.openVouchers, user, { orderId: voucher.orderId })
    expect(orders.items).toMatchObject([{ status: 'used' }])
  })
})

describeOnDatabase('an order that its module cannot end', ({ openDatabase }) => {
  test('stays open with its hold, does not delay other orders, and ends when the module can end it', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('owner')
    const bought = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
    await app.redeem(bought, user.wallet)
    await app.finalize()
    let broken = true
    app.vouchers.onRelease('activate-machine', async (tx, { order }) => {
      await tx.query({ text: 'UPDATE voucher_order SET remaining = 7 WHERE id = $1', values: [order.id] })
      if (broken) throw new TypeError('a fault of ours')
    })
    const stuck = await app.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    const other = await app.newUser('other')
    const expiring = await app.call(CALLS.machineSignature, other, { productId: 'm1', machineCount: 2 })
    const orderOf = async (of: TestUser, orderId: string) =>
      (await app.call(CALLS.openVouchers, of, { orderId })).items[0]
    await app.travel(700)
    expect(await orderOf(user, stuck.orderId)).toMatchObject({ status: 'open', remaining: 0 })
    expect(await orderOf(other, expiring.orderId)).toMatchObject({ status: 'expired' })
    const { items } = await app.call(CALLS.products, undefined, {})
    expect(items.find(({ productId }) => productId === 'm1')?.stock).toBe(9_999)
    broken = false
    await app.travel(10)
    expect(await orderOf(user, stuck.orderId)).toMatchObject({ status: 'expired', remaining: 7 })
  })
})

describeOnDatabase('an order whose row cannot be read', ({ openDatabase }) => {
  test('stays open, delays no other order and no list, and ends when it can be read', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('owner')
    const bought = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
    await app.redeem(bought, user.wallet)
    await app.finalize()
    const unread = await app.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    await corrupt(app, unread.orderId, { periods: 'many' })
    const beside = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 3 })
    const other = await app.newUser('other')
    const expiring = await app.call(CALLS.machineSignature, other, { productId: 'm1', machineCount: 2 })
    const { items: open } = await app.call(CALLS.openVouchers, user, {})
    expect(open.map(({ orderId }) => orderId)).toEqual([beside.orderId])
    await app.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })

    await app.travel(700)
    const orderOf = async (of: TestUser, orderId: string) =>
      (await app.call(CALLS.openVouchers, of, { orderId })).items[0]
    expect(await orderOf(user, beside.orderId)).toMatchObject({ status: 'expired' })
    expect(await orderOf(other, expiring.orderId)).toMatchObject({ status: 'expired' })
    expect(await orderOf(user, unread.orderId)).toBeUndefined()
    await corrupt(app, unread.orderId, { periods: 1 })
    expect(await orderOf(user, unread.orderId)).toMatchObject({ status: 'open' })
    await app.travel(10)
    expect(await orderOf(user, unread.orderId)).toMatchObject({ status: 'expired' })
  })
})
