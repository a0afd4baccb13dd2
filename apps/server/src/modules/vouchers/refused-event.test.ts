/** The chain used a voucher, and the module it is for cannot take the event: what was set aside must stay set aside. */
import { base } from '@dr/protocol/amounts'
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
import { account, postJournal } from '../ledger/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const give = (house: House, { userId }: TestUser, amount: bigint) =>
  house.database.transaction((tx) =>
    postJournal(tx, {
      key: `gift:${userId}`,
      reason: 'mining.collect',
      at: new Date('2026-01-01T00:00:00Z'),
      source: { kind: 'emission', releaseId: 1 },
      postings: [
        {
          from: account({ vault: 0, token: 'DR', kind: 'emission-pool' }),
          to: account({ vault: 0, token: 'DR', kind: 'user-available', userId }),
          amount: base('DR', amount),
        },
      ],
    }),
  )

/** As if the module had a fault: its order no longer says what the chain says. */
const spoil = (house: House, orderId: string, details: Readonly<Record<string, unknown>>) =>
  house.database.single.query({
    text: 'UPDATE voucher_order SET details = details || $2 WHERE id = $1',
    values: [orderId, details],
  })

const suspendedHandlers = async ({ database }: House) =>
  (await database.read.query<{ handler: string }>({ text: 'SELECT handler FROM suspense_event' })).rows.map(
    ({ handler }) => handler,
  )

describeOnBoth('an event that its module refuses', ({ openDatabase }) => {
  test('keeps a paid withdrawal from lapsing: what the chain paid never comes back', async () => {
    const house = await openHouse(chain, await openDatabase())
    await house.release()
    const user = await house.newUser('paid', { usdt: 0n, drgv: 0n })
    await give(house, user, 500n * ONE)
    const amount = 200n * ONE
    const voucher = await house.call(CALLS.createWithdrawal, user, {
      account: 0,
      token: 'DR',
      amount: amount.toString(),
    })
    await house.redeem(voucher, user.wallet)
    await spoil(house, voucher.orderId, { burnAmount: '1' })
    await house.finalize()
    await house.travel(3_600)
    expect(await suspendedHandlers(house)).toEqual(['withdrawal.withdrawn-dr'])
    const { balances } = await house.call(CALLS.fundFlows, user, {})
    expect(balances).toMatchObject([{ available: (300n * ONE).toString(), held: amount.toString() }])
    const { items } = await house.call(CALLS.withdrawalDetail, user, { orderId: voucher.orderId })
    expect(items).toMatchObject([{ status: 'used', txHash: expect.stringMatching(/^0x/) }])
  })

  test('keeps a paid purchase from lapsing: its stock stays taken', async () => {
    const house = await openHouse(chain, await openDatabase())
    const user = await house.newUser('buyer')
    const voucher = await house.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 2 })
    await house.redeem(voucher, user.wallet)
    await spoil(house, voucher.orderId, { machineCount: 3 })
    await house.finalize()
    await house.travel(3_600)
    expect(await suspendedHandlers(house)).toEqual(['mining.machines-bought'])
    const { items } = await house.call(CALLS.products, undefined, {})
    expect(items.find(({ productId }) => productId === 'm1')?.stock).toBe(9_998)
    const orders = await house.call(CALLS.openVouchers, user, { orderId: voucher.orderId })
    expect(orders.items).toMatchObject([{ status: 'used' }])
  })
})

describeOnBoth('an order that its module cannot end', ({ openDatabase }) => {
  test('stays open with what it has, keeps nobody else waiting, and ends when the module can', async () => {
    const house = await openHouse(chain, await openDatabase())
    const user = await house.newUser('owner')
    const bought = await house.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
    await house.redeem(bought, user.wallet)
    await house.finalize()
    let broken = true
    house.vouchers.onRelease('activate-machine', async (tx, { order }) => {
      await tx.query({ text: 'UPDATE voucher_order SET remaining = 7 WHERE id = $1', values: [order.id] })
      if (broken) throw new TypeError('a fault of ours')
    })
    const stuck = await house.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    const other = await house.newUser('other')
    const lapsing = await house.call(CALLS.machineSignature, other, { productId: 'm1', machineCount: 2 })
    const orderOf = async (of: TestUser, orderId: string) =>
      (await house.call(CALLS.openVouchers, of, { orderId })).items[0]
    await house.travel(700)
    expect(await orderOf(user, stuck.orderId)).toMatchObject({ status: 'open', remaining: 0 })
    expect(await orderOf(other, lapsing.orderId)).toMatchObject({ status: 'lapsed' })
    const { items } = await house.call(CALLS.products, undefined, {})
    expect(items.find(({ productId }) => productId === 'm1')?.stock).toBe(9_999)
    broken = false
    await house.travel(10)
    expect(await orderOf(user, stuck.orderId)).toMatchObject({ status: 'lapsed', remaining: 7 })
  })
})
