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
import { deposit, fundBudget, runTick, TERM } from '../../../test/modules/packages.ts'
import { buyPower, fundPools, newInvited, travelToWeekEnd } from '../../../test/modules/pod-power.ts'
import { foldAll } from './fold-activity.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const PRODUCT = {
  productId: 'm1',
  name: 'One',
  tier: 1,
  power: 10n,
  price: 100n * ONE,
  drgvShareBps: 2_000,
  stock: 1_000n,
  perUserLimit: 100,
  lifeDays: 720,
}

const communityOf = async (app: TestApp, user: TestUser) => {
  await foldAll(app.database)
  return app.call(CALLS.community, user, {})
}

/** A machine and its first electricity; USD burned, by the prices of their vouchers. */
const buyAndPower = async (app: TestApp, user: TestUser): Promise<bigint> => {
  const bought = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
  await app.redeem(bought, user.wallet)
  await app.finalize()
  const { items } = await app.call(CALLS.miningDetail, user, {})
  const machineIDs = items.map(({ machineId }) => machineId)
  const paid = await app.call(CALLS.activateSignature, user, { machineIDs, Period: 1 })
  await app.redeem(paid, user.wallet)
  await app.finalize()
  return [bought, paid].reduce((sum, { typedData: { message } }) => {
    return sum + (BigInt(String(message.DRGVAmount)) * BigInt(String(message.DRGVPrice))) / ONE
  }, 0n)
}

/** Matures between the ends of two weeks, on whatever day of its week the test begins. */
const WEEK_LONG = { ...TERM, termDays: 7 }

describeOnDatabase('what people do on chain, as their inviter sees it', ({ openDatabase }) => {
  test('machines, electricity, POD power and a package, from the first block to maturity', async () => {
    const app = await startTestApp(chain, await openDatabase(), {
      products: [PRODUCT],
      packages: [WEEK_LONG],
    })
    const inviter = await app.newUser('inviter')
    const alice = await newInvited(app, 'alice', inviter)

    let burned = await buyAndPower(app, alice)
    const machines = await communityOf(app, inviter)
    expect(machines.mine.direct).toMatchObject({ members: 1, burned: String(burned), staked: '0' })
    expect(machines.members.items).toMatchObject([
      { address: alice.account, depth: 1, burned: String(burned) },
    ])

    const power = await buyPower(app, alice, 1_000n)
    burned += power / 4n // half its value was DR, and power is twice its value
    const powered = await communityOf(app, inviter)
    expect(powered.mine.team.pledged).toBe(String(power))
    expect(BigInt(powered.mine.team.burned) - burned).toBeLessThan(10n)
    expect(powered.mine.value).toBe(String(power))

    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    await deposit(app, alice.wallet, { packageId: 1, token: 'USDT', amount: 500n * ONE })
    await app.finalize()
    const staked = await communityOf(app, inviter)
    expect(staked.mine.direct.staked).toBe(String(500n * ONE))
    expect(staked.totals).toEqual({ ...staked.mine.team, newToday: staked.totals.newToday })
    expect(staked.mine.value).toBe(String(power + 500n * ONE))
    const [today] = (await app.call(CALLS.teamDailyData, inviter, {})).items
    expect(today?.team).toMatchObject({ staked: String(500n * ONE), power: String(power) })
    const ranking = await app.call(CALLS.directReferralRanking, undefined, {})
    expect(ranking.items[0]).toMatchObject({
      rank: 1,
      address: inviter.account,
      performance: String(power + 500n * ONE),
    })

    // The pledge earns its first dividends at the end of the next week, and is used up by as much.
    await travelToWeekEnd(app)
    await fundPools(app, 'usdt', 100n)
    await travelToWeekEnd(app)
    await runTick(app, 'packages.due')
    await app.database.transaction((tx) => app.dividends.bringUpTo(tx, alice.userId))
    const later = await communityOf(app, inviter)
    const info = await app.call(CALLS.podPowerInfo, alice, {})
    const pledged = BigInt(info.staying) + BigInt(info.joining)
    expect(pledged).toBeLessThan(power)
    expect(later.mine.team).toMatchObject({ staked: '0', pledged: String(pledged) })
  })
})
