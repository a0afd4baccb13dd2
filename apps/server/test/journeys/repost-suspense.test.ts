/** Resolving suspense: the fault is fixed, and the operator has the events posted. */
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../../src/modules/ledger/index.ts'
import { type Chain, startChain, startTestApp, type TestApp } from '../app/test-app.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const corrupt = (app: TestApp, orderId: string, details: Readonly<Record<string, unknown>>) =>
  app.database.single.query({
    text: 'UPDATE voucher_order SET details = details || $2 WHERE id = $1',
    values: [orderId, details],
  })

const openEvents = async ({ database }: TestApp) =>
  (
    await database.read.query<{ handler: string }>({
      text: 'SELECT handler FROM suspense_event WHERE resolved_at IS NULL ORDER BY id',
    })
  ).rows.map(({ handler }) => handler)

describeOnBoth('suspended events', ({ openDatabase }) => {
  test('a purchase and what was paid for its machines are posted in order; mining goes on from there', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('buyer')
    const buy = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 2 })
    await app.redeem(buy, user.wallet)
    await corrupt(app, buy.orderId, { machineCount: 3 })
    await app.finalize()
    const other = await app.newUser('other')
    const second = await app.call(CALLS.machineSignature, other, { productId: 'm1', machineCount: 1 })
    await app.redeem(second, other.wallet)
    await app.finalize()

    expect(await app.repost()).toMatchObject({ posted: [], refused: [{ id: 1n }] })
    expect(await openEvents(app)).toEqual(['mining.machines-bought'])

    await corrupt(app, buy.orderId, { machineCount: 2 })
    expect(await app.repost()).toEqual({ posted: [1n], refused: [] })
    expect(await app.repost()).toEqual({ posted: [], refused: [] })
    const activate = await app.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    await app.redeem(activate, user.wallet)
    await app.finalize()
    await app.release()
    await app.travel(60)
    await app.release()
    const { networkPower } = await app.call(CALLS.hashRateInfo, user, {})
    expect(networkPower).toBeGreaterThan(0)
    expect(await auditLedger(app.database.read)).toEqual([])
  })

  test('electricity whose event comes late counts from the last release on, and leaves as it joined', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('late')
    const buy = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
    await app.redeem(buy, user.wallet)
    await app.finalize()
    const activate = await app.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    await app.redeem(activate, user.wallet)
    await app.database.single.query({
      text: `UPDATE voucher_order SET kind = 'buy-machine' WHERE id = $1`,
      values: [activate.orderId],
    })
    await app.finalize()
    expect(await openEvents(app)).toEqual(['mining.machines-activated'])
    await app.travel(3_600)
    await app.release()
    await app.database.single.query({
      text: `UPDATE voucher_order SET kind = 'activate-machine' WHERE id = $1`,
      values: [activate.orderId],
    })
    expect((await app.repost()).posted).toHaveLength(1)
    await app.travel(3_600)
    await app.release()
    const info = await app.call(CALLS.miningInfo, user, {})
    expect(BigInt(info.accrued)).toBeGreaterThan(0n)
    await app.travel(31 * 86_400)
    await app.release()
    const { rows } = await app.database.read.query<{ power: bigint }>({
      text: 'SELECT power FROM mining_pool',
    })
    expect(rows).toEqual([{ power: 0n }])
  })
})
