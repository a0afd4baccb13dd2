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

const DAY = 86_400
const PRODUCT: NewProduct = {
  ...{ productId: 'rig', name: 'Rig', tier: 1, power: 10n, price: 100n * ONE, drgvShareBps: 2_000 },
  ...{ stock: 300n, perUserLimit: 250, lifeDays: 60 },
}

const buy = async (house: House, user: TestUser, machineCount: number): Promise<bigint[]> => {
  const voucher = await house.call(CALLS.machineSignature, user, { productId: 'rig', machineCount })
  await house.redeem(voucher, user.wallet)
  await house.finalize()
  const { items } = await house.call(CALLS.miningDetail, user, { limit: 100 })
  return items.map(({ machineId }) => BigInt(machineId)).reverse()
}

describeOnBoth('quotes for electricity', ({ openDatabase }) => {
  const open = async () => openHouse(chain, await openDatabase(), { products: [PRODUCT] })
  const activate = (house: House, user: TestUser, ids: readonly bigint[], Period = 1) =>
    house.call(CALLS.activateSignature, user, { machineIDs: ids.map(String), Period })

  test('are for one’s own machines (20002), each once (20003), and none whose payment is not final (20003)', async () => {
    const house = await open()
    const [owner, other] = [await house.newUser('owner'), await house.newUser('other')]
    const ids = await buy(house, owner, 3)
    const [a, b, c] = ids as [bigint, bigint, bigint]
    await expect(activate(house, other, [a])).rejects.toMatchObject({
      code: 20002,
      details: { machineId: `${a}` },
    })
    await expect(activate(house, owner, [a, 999_999n])).rejects.toMatchObject({ code: 20002 })
    await expect(activate(house, owner, [a, b, a])).rejects.toMatchObject({
      code: 20003,
      details: { reason: 'twice', machineId: `${a}` },
    })
    const voucher = await activate(house, owner, [b, a])
    expect(voucher.typedData.message.machineIDs).toEqual([`${a}`, `${b}`]) // ascending, as the contract wants
    await house.redeem(voucher, owner.wallet)
    await expect(activate(house, owner, [a])).rejects.toMatchObject({
      code: 20003,
      details: { reason: 'payment-not-final', machineId: `${a}` },
    })
    const rest = await house.call(CALLS.activateSignature, owner, { all: 'not-activated', Period: 1 })
    expect(rest.typedData.message.machineIDs).toEqual([`${c}`]) // the others' payment is on its way
    expect((await house.call(CALLS.miningDetail, owner, { state: 'activated' })).items).toHaveLength(2)
    await house.finalize()
    const renewal = await activate(house, owner, [a])
    expect(renewal.incoming[0]).toMatchObject({ kind: 'electricity', machines: [{ machineId: `${a}` }] })
  })

  test('say where the machine’s life cuts them, and are refused where nothing would be left', async () => {
    const house = await open()
    const user = await house.newUser('old')
    const [id] = (await buy(house, user, 1)) as [bigint] // lives 60 days
    await expect(activate(house, user, [id], 3)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'Period', periodsLeft: 2 },
    })
    await house.travel(35 * DAY)
    const voucher = await activate(house, user, [id])
    const [lines] = voucher.incoming
    expect(lines).toMatchObject({ kind: 'electricity', machines: [{ cutByLife: true }] })
    await house.redeem(voucher, user.wallet)
    await house.finalize()
    const [machine] = (await house.call(CALLS.miningDetail, user, {})).items
    expect(machine?.paidUntil).toBe(machine?.lifeEnd)
    await house.travel(26 * DAY)
    expect((await house.call(CALLS.miningInfo, user, {})).machines.paused).toBe(1)
    await expect(activate(house, user, [id])).rejects.toMatchObject({
      code: 10002,
      details: { reason: 'life' },
    })
    await expect(house.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })).rejects.toMatchObject({
      code: 10002,
      details: { path: 'all', reason: 'none' },
    })
  })

  test('take a machine from not activated over activated to producing; without it, it is paused', async () => {
    const house = await open()
    const user = await house.newUser('one machine')
    const [id] = (await buy(house, user, 1)) as [bigint]
    const states = async () => (await house.call(CALLS.miningInfo, user, {})).machines
    const none = { 'not-activated': 0, activated: 0, producing: 0, paused: 0 }
    expect(await states()).toEqual({ ...none, 'not-activated': 1 })
    await house.redeem(await activate(house, user, [id]), user.wallet)
    expect(await states()).toEqual({ ...none, activated: 1 }) // paid, and not final yet
    await house.finalize()
    expect(await states()).toEqual({ ...none, producing: 1 })
    await house.travel(31 * DAY)
    expect(await states()).toEqual({ ...none, paused: 1 })
  })

  test('sell no period that would begin after the life, even when they are used in the next hour', async () => {
    const house = await open()
    const user = await house.newUser('edge')
    const [id] = (await buy(house, user, 1)) as [bigint]
    const [bought] = (await house.call(CALLS.miningDetail, user, {})).items
    const lifeEnd = BigInt(bought?.lifeEnd ?? 0)
    // Five minutes before the hour after which a payment begins a period before the life's end: a second would be empty.
    const at = lifeEnd - BigInt(30 * DAY) - 3_600n - 300n
    await house.travel(Number(at - (await house.clock())) - 3_600)
    const two = await activate(house, user, [id], 2)
    expect(two.typedData.message.Period).toBe('2') // an hour earlier the second begins within the life
    await house.travel(Number(at - (await house.clock())) - 10)
    await expect(activate(house, user, [id], 2)).rejects.toMatchObject({
      code: 10002,
      details: { reason: 'life', periodsLeft: 1 },
    })
    await expect(house.call(CALLS.activateSignature, user, { all: 'all', Period: 2 })).rejects.toMatchObject({
      details: { path: 'all', reason: 'none' },
    })
    expect((await activate(house, user, [id], 1)).typedData.message.Period).toBe('1')
  })

  test('for all of more than 100 machines come in parts', async () => {
    const house = await open()
    const user = await house.newUser('industrial')
    await buy(house, user, 100)
    await buy(house, user, 30)
    const first = await house.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 })
    expect(first.remaining).toBe(1)
    await house.redeem(first, user.wallet)
    const second = await house.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 })
    expect(second.remaining).toBe(0)
    expect(second.outgoing[0]?.amount).toBe((30n * 6n * ONE).toString())
    await house.redeem(second, user.wallet)
    await house.finalize()
    const info = await house.call(CALLS.miningInfo, user, {})
    expect(info.machines.producing).toBe(130)
    expect(info.power).toBe(1_300)
  })
})
