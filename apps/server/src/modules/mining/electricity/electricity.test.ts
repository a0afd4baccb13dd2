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
import { buyRigs, RIG } from '../../../../test/modules/machines.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const DAY = 86_400
describeOnDatabase('quotes for electricity', ({ openDatabase }) => {
  const open = async () => startTestApp(chain, await openDatabase(), { products: [RIG] })
  const activate = (app: TestApp, user: TestUser, ids: readonly bigint[], Period = 1) =>
    app.call(CALLS.activateSignature, user, { machineIDs: ids.map(String), Period })

  test('are for one’s own machines (20002), each once (20003), and none whose payment is not final (20003)', async () => {
    const app = await open()
    const [owner, other] = [await app.newUser('owner'), await app.newUser('other')]
    const ids = await buyRigs(app, owner, 3)
    const [a, b, c] = ids as [bigint, bigint, bigint]
    await expect(activate(app, other, [a])).rejects.toMatchObject({
      code: 20002,
      details: { machineId: `${a}` },
    })
    await expect(activate(app, owner, [a, 999_999n])).rejects.toMatchObject({ code: 20002 })
    await expect(activate(app, owner, [a, b, a])).rejects.toMatchObject({
      code: 20003,
      details: { reason: 'twice', machineId: `${a}` },
    })
    const voucher = await activate(app, owner, [b, a])
    expect(voucher.typedData.message.machineIDs).toEqual([`${a}`, `${b}`]) // in ascending order
    await app.redeem(voucher, owner.wallet)
    await expect(activate(app, owner, [a])).rejects.toMatchObject({
      code: 20003,
      details: { reason: 'payment-not-final', machineId: `${a}` },
    })
    const rest = await app.call(CALLS.activateSignature, owner, { all: 'not-activated', Period: 1 })
    expect(rest.typedData.message.machineIDs).toEqual([`${c}`]) // the others have a pending payment
    expect((await app.call(CALLS.miningDetail, owner, { state: 'activated' })).items).toHaveLength(2)
    await app.finalize()
    const renewal = await activate(app, owner, [a])
    expect(renewal.incoming[0]).toMatchObject({ kind: 'electricity', machines: [{ machineId: `${a}` }] })
  })

  test('say where the machine’s life cuts them, and are refused where nothing would be left', async () => {
    const app = await open()
    const user = await app.newUser('old')
    const [id] = (await buyRigs(app, user, 1)) as [bigint] // a life of 60 days
    await expect(activate(app, user, [id], 3)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'Period', periodsLeft: 2 },
    })
    await app.travel(35 * DAY)
    const voucher = await activate(app, user, [id])
    const [lines] = voucher.incoming
    expect(lines).toMatchObject({ kind: 'electricity', machines: [{ cutByLife: true }] })
    await app.redeem(voucher, user.wallet)
    await app.finalize()
    const [machine] = (await app.call(CALLS.miningDetail, user, {})).items
    expect(machine?.paidUntil).toBe(machine?.lifeEnd)
    await app.travel(26 * DAY)
    expect((await app.call(CALLS.miningInfo, user, {})).machines.paused).toBe(1)
    await expect(activate(app, user, [id])).rejects.toMatchObject({
      code: 10002,
      details: { reason: 'life' },
    })
    await expect(app.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })).rejects.toMatchObject({
      code: 10002,
      details: { path: 'all', reason: 'none' },
    })
  })

  test('take a machine from not activated over activated to producing; without it, it is paused', async () => {
    const app = await open()
    const user = await app.newUser('one machine')
    const [id] = (await buyRigs(app, user, 1)) as [bigint]
    const states = async () => (await app.call(CALLS.miningInfo, user, {})).machines
    const none = { 'not-activated': 0, activated: 0, producing: 0, paused: 0 }
    expect(await states()).toEqual({ ...none, 'not-activated': 1 })
    await app.redeem(await activate(app, user, [id]), user.wallet)
    expect(await states()).toEqual({ ...none, activated: 1 }) // paid, and not final yet
    await app.finalize()
    expect(await states()).toEqual({ ...none, producing: 1 })
    await app.travel(31 * DAY)
    expect(await states()).toEqual({ ...none, paused: 1 })
  })

  test('sell no period that would begin after the life, even when they are used in the next hour', async () => {
    const app = await open()
    const user = await app.newUser('edge')
    const [id] = (await buyRigs(app, user, 1)) as [bigint]
    const [bought] = (await app.call(CALLS.miningDetail, user, {})).items
    const lifeEnd = BigInt(bought?.lifeEnd ?? 0)
    // Five minutes before the hour after which a payment begins a period before the life's end: a second one
    // would be empty.
    const at = lifeEnd - BigInt(30 * DAY) - 3_600n - 300n
    await app.travel(Number(at - (await app.clock())) - 3_600)
    const two = await activate(app, user, [id], 2)
    expect(two.typedData.message.Period).toBe('2') // an hour earlier the second begins within the life
    await app.travel(Number(at - (await app.clock())) - 10)
    await expect(activate(app, user, [id], 2)).rejects.toMatchObject({
      code: 10002,
      details: { reason: 'life', periodsLeft: 1 },
    })
    await expect(app.call(CALLS.activateSignature, user, { all: 'all', Period: 2 })).rejects.toMatchObject({
      details: { path: 'all', reason: 'none' },
    })
    expect((await activate(app, user, [id], 1)).typedData.message.Period).toBe('1')
  })

  test('for all of more than 100 machines come in parts', async () => {
    const app = await open()
    const user = await app.newUser('industrial')
    await buyRigs(app, user, 100)
    await buyRigs(app, user, 30)
    const first = await app.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 })
    expect(first.remaining).toBe(1)
    await app.redeem(first, user.wallet)
    const second = await app.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 })
    expect(second.remaining).toBe(0)
    expect(second.outgoing[0]?.amount).toBe((30n * 6n * ONE).toString())
    await app.redeem(second, user.wallet)
    await app.finalize()
    const info = await app.call(CALLS.miningInfo, user, {})
    expect(info.machines.producing).toBe(130)
    expect(info.power).toBe(1_300)
  })
})
