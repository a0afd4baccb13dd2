/** `renew`: electricity paid without a voucher, booked by owner (ADR 0042). */

import { digitalRightsAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { decodeEventLog, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/app/test-app.ts'
import { buyRigs, RIG } from '../../../../test/modules/machines.ts'
import { repostSuspended } from '../../../indexer/index.ts'
import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import { lowerHex } from '../../../platform/hex.ts'
import { auditLedger } from '../../ledger/index.ts'
import { paymentIdOf } from './payment-id.rules.ts'
import { type MachinesRenewed, recordRenewal } from './record-renewal.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const DAY = 86_400
const renew = (app: TestApp, user: TestUser, ids: readonly bigint[], periods = 1n): Promise<Hex> =>
  app.send(user.wallet, {
    address: app.contracts.digitalRights,
    abi: digitalRightsAbi,
    functionName: 'renew',
    args: [ids, periods],
  })

const paidOnChain = (app: TestApp, machineId: bigint): Promise<bigint> =>
  chain.client.readContract({
    address: app.contracts.digitalRights,
    abi: digitalRightsAbi,
    functionName: 'paidUntil',
    args: [machineId],
  })

/** The event as the indexer passes it. */
const renewedEvent = async (app: TestApp, hash: Hex): Promise<ChainEvent<MachinesRenewed>> => {
  const { logs } = await chain.client.getTransactionReceipt({ hash })
  const log = logs.find(({ address }) => address === app.contracts.digitalRights)
  if (!log) throw new Error('the call emitted nothing')
  const { args } = decodeEventLog({ abi: digitalRightsAbi, eventName: 'MachinesRenewed', ...log })
  const { timestamp } = await chain.client.getBlock({ blockNumber: log.blockNumber })
  const { blockNumber, logIndex } = log
  const txHash = lowerHex(hash)
  return {
    args: { ...args, account: lowerHex(args.account) },
    chainId: 31_337,
    address: lowerHex(log.address),
    blockNumber,
    blockHash: lowerHex(log.blockHash),
    txHash,
    logIndex,
    blockTimestamp: timestamp,
    at: new Date(Number(timestamp) * 1_000),
    key: `chain:31337:${txHash}:${logIndex}`,
  }
}

const suspended = async ({ database }: TestApp): Promise<string[]> => {
  const { rows } = await database.read.query<{ handler: string }>({
    text: 'SELECT handler FROM suspense_event WHERE resolved_at IS NULL ORDER BY id',
  })
  return rows.map(({ handler }) => handler)
}

describeOnDatabase('electricity without a voucher', ({ openDatabase }) => {
  const open = async () => startTestApp(chain, await openDatabase(), { products: [RIG] })

  test('is booked by owner, also while the vouchers are paused and the signer is revoked', async () => {
    const app = await open()
    const user = await app.newUser('owner')
    const [first, second] = (await buyRigs(app, user, 2)) as [bigint, bigint]
    await app.redeem(
      await app.call(CALLS.activateSignature, user, { machineIDs: [`${first}`], Period: 1 }),
      user.wallet,
    )
    await app.finalize()
    const pauser = testWallet('pauser')
    await chain.anvil.client.setBalance({ address: pauser.address, value: ONE })
    const roles = { address: app.contracts.digitalRights, abi: digitalRightsAbi, args: [] }
    await app.send(pauser, { ...roles, functionName: 'pause' })
    await app.send(pauser, { ...roles, functionName: 'revokeSigner' })

    const before = await app.call(CALLS.overview, undefined, {})
    // In another second than the previous payment, since burned amounts are read by time.
    await app.travel(60)
    const txHash = await renew(app, user, [first, second])
    await app.finalize()

    const { items } = await app.call(CALLS.miningDetail, user, {})
    for (const { machineId, paidUntil, lifeEnd } of items) {
      const paid = await paidOnChain(app, BigInt(machineId))
      expect(paidUntil).toBe(Math.min(Number(paid), lifeEnd))
    }
    expect((await app.call(CALLS.miningInfo, user, {})).machines).toMatchObject({ producing: 2 })
    const event = await renewedEvent(app, txHash)
    const payments = await app.call(CALLS.electricityPayments, user, {})
    expect(payments.items[0]).toEqual({
      orderId: paymentIdOf(event.key),
      machines: [{ productId: 'rig', name: 'Rig', tier: 1, count: 2 }],
      periods: 1,
      drgvBurned: (12n * ONE).toString(),
      at: Number(event.blockTimestamp),
      txHash,
    })
    const after = await app.call(CALLS.overview, undefined, {})
    expect(BigInt(after.burned.DRGV) - BigInt(before.burned.DRGV)).toBe(12n * ONE)
    const { rows } = await app.database.read.query<{ amount: bigint }>({
      text: `SELECT amount FROM activity WHERE user_id = $1 AND kind = 'burned' AND at = $2`,
      values: [user.userId, event.blockTimestamp],
    })
    expect(rows).toEqual([{ amount: (12n * ONE * event.args.DRGVPrice) / ONE }])
    expect(await suspended(app)).toEqual([])

    await app.travel(62 * DAY)
    await app.release()
    const { rows: pool } = await app.database.read.query({ text: 'SELECT power FROM mining_pool' })
    expect(pool).toEqual([{ power: 0n }])
    expect(await auditLedger(app.database.read)).toEqual([])
  })

  test('is booked once: the same event again is refused, and changes nothing', async () => {
    const app = await open()
    const user = await app.newUser('once')
    const ids = await buyRigs(app, user, 2)
    const event = await renewedEvent(app, await renew(app, user, ids))
    await app.finalize()
    const state = async () => ({
      info: (await app.call(CALLS.miningInfo, user, {})).machines,
      machines: (await app.call(CALLS.miningDetail, user, {})).items,
      payments: (await app.call(CALLS.electricityPayments, user, {})).items,
      burned: (await app.call(CALLS.overview, undefined, {})).burned,
    })
    const before = await state()
    expect(before.payments).toHaveLength(1)
    const again = app.database.transaction((tx) =>
      recordRenewal(tx, { startTime: app.startTime, settledPurchases: async () => new Set<bigint>() }, event),
    )
    await expect(again).rejects.toThrow(/mining_activation_pkey/)
    expect(await state()).toEqual(before)
  })

  test('that was cut by the machine’s life is booked until there, and power leaves there', async () => {
    const app = await open()
    const user = await app.newUser('old')
    const [id] = (await buyRigs(app, user, 1)) as [bigint]
    await renew(app, user, [id], 5n) // 150 days of a life of 60: the contract does not know the life
    await app.finalize()
    const [machine] = (await app.call(CALLS.miningDetail, user, {})).items
    expect(machine?.paidUntil).toBe(machine?.lifeEnd)
    expect(await paidOnChain(app, id)).toBeGreaterThan(BigInt(machine?.lifeEnd ?? 0))
    await app.travel(61 * DAY)
    await app.release()
    const { rows } = await app.database.read.query({ text: 'SELECT power FROM mining_pool' })
    expect(rows).toEqual([{ power: 0n }])
  })

  test('is refused by the contract for machines of another, so there is never an event of one', async () => {
    const app = await open()
    const [owner, other] = [await app.newUser('owner'), await app.newUser('other')]
    const ids = await buyRigs(app, owner, 1)
    await expect(renew(app, other, ids)).rejects.toThrow(/MachineNotOwned/)
    await expect(renew(app, owner, [ids[0] ?? 0n, 12_800n])).rejects.toThrow(/MachineNotOwned/)
    await app.finalize()
    expect((await app.call(CALLS.electricityPayments, other, {})).items).toEqual([])
  })

  test('of machines whose purchase is in suspense waits there with it, and both are posted in order', async () => {
    const app = await open()
    const user = await app.newUser('waiting')
    const voucher = await app.call(CALLS.machineSignature, user, { productId: 'rig', machineCount: 2 })
    await app.redeem(voucher, user.wallet)
    const promise = (machineCount: number) =>
      app.database.single.query({
        text: 'UPDATE voucher_order SET details = details || $2 WHERE id = $1',
        values: [voucher.orderId, { machineCount }],
      })
    await promise(3)
    const ids = [128n, 129n]
    expect(await paidOnChain(app, 128n)).toBe(0n)
    await renew(app, user, ids)
    await app.finalize()
    expect(await suspended(app)).toEqual(['mining.machines-bought', 'mining.machines-renewed'])
    await promise(2)
    const { database, logger, prices, vouchers, mining } = app
    const handlers = [prices, vouchers, mining].flatMap((part) => part.eventHandlers)
    const repost = { database, logger, handlers, chainId: 31_337, now: () => new Date() }
    expect((await repostSuspended(repost)).posted).toHaveLength(2)
    expect((await app.call(CALLS.miningInfo, user, {})).machines).toMatchObject({ producing: 2 })
  })

  test('leaves no quote that would pay the same machines twice before it is final', async () => {
    const app = await open()
    const user = await app.newUser('twice')
    const [first, second] = (await buyRigs(app, user, 2)) as [bigint, bigint]
    await renew(app, user, [first])
    const quote = (body: { machineIDs: string[] } | { all: 'all' }) =>
      app.call(CALLS.activateSignature, user, { ...body, Period: 1 })
    await expect(quote({ machineIDs: [`${first}`] })).rejects.toMatchObject({
      code: 20003,
      details: { reason: 'payment-not-final', machineId: `${first}` },
    })
    expect((await quote({ all: 'all' })).typedData.message.machineIDs).toEqual([`${second}`])
    await renew(app, user, [second])
    await expect(quote({ all: 'all' })).rejects.toMatchObject({
      code: 20003,
      details: { reason: 'payment-not-final' },
    })
    await app.finalize()
    expect((await quote({ all: 'all' })).typedData.message.machineIDs).toEqual([`${first}`, `${second}`])
  })
})
