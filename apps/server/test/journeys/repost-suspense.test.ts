/** The way back out of suspense: the fault is put right, and the operator has the events posted. */
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repostSuspended } from '../../src/indexer/index.ts'
import { auditLedger } from '../../src/modules/ledger/index.ts'
import { type Chain, type House, openHouse, startChain } from '../app/test-app.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const spoil = (house: House, orderId: string, details: Readonly<Record<string, unknown>>) =>
  house.database.single.query({
    text: 'UPDATE voucher_order SET details = details || $2 WHERE id = $1',
    values: [orderId, details],
  })

const repost = (house: House) => {
  const { database, logger, prices, vouchers, mining, withdrawal, solvency } = house
  const handlers = [prices, vouchers, mining, withdrawal, solvency].flatMap((part) => part.eventHandlers)
  return repostSuspended({ database, logger, handlers, chainId: 31_337, now: () => new Date() })
}

const openEvents = async ({ database }: House) =>
  (
    await database.read.query<{ handler: string }>({
      text: 'SELECT handler FROM suspense_event WHERE resolved_at IS NULL ORDER BY id',
    })
  ).rows.map(({ handler }) => handler)

const missingByAudit = async (house: House): Promise<string | undefined> => {
  const audit = house.solvency.ticks.find(({ name }) => name === 'solvency.audit-books')
  await audit?.run(new AbortController().signal)
  return /^mining_missing_purchases (\d+)$/m.exec(await house.registry.metrics())?.[1]
}

describeOnBoth('suspended events', ({ openDatabase }) => {
  test('a purchase and what was paid for its machines are posted in order; mining goes on from there', async () => {
    const house = await openHouse(chain, await openDatabase())
    const user = await house.newUser('buyer')
    const buy = await house.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 2 })
    await house.redeem(buy, user.wallet)
    await spoil(house, buy.orderId, { machineCount: 3 })
    await house.finalize()
    const other = await house.newUser('other')
    const second = await house.call(CALLS.machineSignature, other, { productId: 'm1', machineCount: 1 })
    await house.redeem(second, other.wallet)
    await house.finalize()
    expect(await missingByAudit(house)).toBe('1')

    expect(await repost(house)).toMatchObject({ posted: [], refused: [{ id: 1n }] })
    expect(await openEvents(house)).toEqual(['mining.machines-bought'])

    await spoil(house, buy.orderId, { machineCount: 2 })
    expect(await repost(house)).toEqual({ posted: [1n], refused: [] })
    expect(await repost(house)).toEqual({ posted: [], refused: [] })
    expect(await missingByAudit(house)).toBe('0')
    const activate = await house.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    await house.redeem(activate, user.wallet)
    await house.finalize()
    await house.release()
    await house.travel(60)
    await house.release()
    const { networkPower } = await house.call(CALLS.hashRateInfo, user, {})
    expect(networkPower).toBeGreaterThan(0)
    expect(await auditLedger(house.database.read)).toEqual([])
  })

  test('electricity whose event comes late counts from the last release on, and leaves as it joined', async () => {
    const house = await openHouse(chain, await openDatabase())
    const user = await house.newUser('late')
    const buy = await house.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
    await house.redeem(buy, user.wallet)
    await house.finalize()
    const activate = await house.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    await house.redeem(activate, user.wallet)
    await house.database.single.query({
      text: `UPDATE voucher_order SET kind = 'buy-machine' WHERE id = $1`,
      values: [activate.orderId],
    })
    await house.finalize()
    expect(await openEvents(house)).toEqual(['mining.machines-activated'])
    await house.travel(3_600)
    await house.release()
    await house.database.single.query({
      text: `UPDATE voucher_order SET kind = 'activate-machine' WHERE id = $1`,
      values: [activate.orderId],
    })
    expect((await repost(house)).posted).toHaveLength(1)
    await house.travel(3_600)
    await house.release()
    const info = await house.call(CALLS.miningInfo, user, {})
    expect(BigInt(info.accrued)).toBeGreaterThan(0n)
    await house.travel(31 * 86_400)
    await house.release()
    const { rows } = await house.database.read.query<{ power: bigint }>({
      text: 'SELECT power FROM mining_pool',
    })
    expect(rows).toEqual([{ power: 0n }])
  })
})
