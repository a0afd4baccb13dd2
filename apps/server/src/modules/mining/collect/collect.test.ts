import { CALLS } from '@dr/protocol/calls/index'
import { emittedAt } from '@dr/protocol/rules/emission'
import { describeOnDatabase } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/app/test-app.ts'
import { account, auditLedger, balanceOf } from '../../ledger/index.ts'
import { ACC_SCALE } from '../pool/accumulator.rules.ts'
import { accruedOfMany } from './accrued-of-many.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const HOUR = 3_600
const DAY = 86_400

const buyAndActivate = async (app: TestApp, user: TestUser, productId: string, machineCount: number) => {
  const voucher = await app.call(CALLS.machineSignature, user, { productId, machineCount })
  await app.redeem(voucher, user.wallet)
  await app.finalize()
  const electricity = await app.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 })
  const hash = await app.redeem(electricity, user.wallet)
  const { blockNumber } = await chain.client.getTransactionReceipt({ hash })
  await app.finalize()
  return (await chain.client.getBlock({ blockNumber })).timestamp
}
const collect = (app: TestApp, user: TestUser) => app.call(CALLS.collectMining, user, {})
const infoOf = (app: TestApp, user: TestUser) => app.call(CALLS.miningInfo, user, {})

/**
 * Expects accrued, collected and remaining amounts to add up to the released one, to the last scaled unit.
 */
const nothingIsLost = async (app: TestApp, users: readonly TestUser[]) => {
  const { rows } = await app.database.read.query<{
    released: bigint
    undistributed: bigint
    carry: bigint
  }>({
    text: 'SELECT released, undistributed, carry FROM mining_pool',
  })
  const { released, undistributed, carry } = rows[0] as {
    released: bigint
    undistributed: bigint
    carry: bigint
  }
  // Together as one by one, also for those who never collected: daily roots read them so.
  const ofMany = await accruedOfMany(app.database.read, {
    userIds: users.map(({ userId }) => userId),
    startTime: app.startTime,
  })
  let whole = 0n
  for (const user of users) {
    const { accrued, collectedTotal } = await infoOf(app, user)
    expect(ofMany.get(user.userId)).toBe(BigInt(accrued))
    whole += BigInt(accrued) + BigInt(collectedTotal)
  }
  const rest = released * ACC_SCALE - undistributed - carry - whole * ACC_SCALE
  expect(rest >= 0n && rest < BigInt(users.length) * ACC_SCALE).toBe(true) // each user's fraction of a base unit
  expect(await auditLedger(app.database.read)).toEqual([])
}

describeOnDatabase('collecting', ({ openDatabase }) => {
  test('twice at once posts exactly one journal; the other is refused with the time of the next (30006)', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('double')
    await expect(collect(app, user)).rejects.toMatchObject({
      code: 30006,
      details: { reason: 'below-minimum', nextCollectableAt: null, minimum: String(10n ** 17n) },
    })
    await buyAndActivate(app, user, 'm1', 60) // 600 T: 0.1 DR in less than five minutes
    await app.travel(3_600)
    await app.release()
    const answers = await Promise.allSettled([collect(app, user), collect(app, user), collect(app, user)])
    const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const [first] = done
    expect(done).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        expect(answer.reason).toMatchObject({
          code: 30006,
          details: { nextCollectableAt: first?.nextCollectableAt },
        })
      }
    }
    const { items, balances } = await app.call(CALLS.fundFlows, user, {})
    expect(items).toHaveLength(1)
    expect(balances[0]?.available).toBe(first?.amount)
    await nothingIsLost(app, [user])

    await app.travel(HOUR - 60)
    await app.release()
    await expect(collect(app, user)).rejects.toMatchObject({ code: 30006, details: { reason: 'interval' } })
    expect(await infoOf(app, user)).toMatchObject({ notCollectable: 'interval' })
    await app.travel(60)
    await app.release()
    await collect(app, user)
    await nothingIsLost(app, [user])
  })

  test('below 0.1 DR is refused with the time, and costs nothing: all of it is there later', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('early')
    await buyAndActivate(app, user, 'm1', 1) // 0.5 DR a day
    await app.travel(HOUR)
    await app.release()
    const before = await infoOf(app, user)
    expect(before).toMatchObject({ notCollectable: 'below-minimum' })
    await expect(collect(app, user)).rejects.toMatchObject({
      code: 30006,
      details: { reason: 'below-minimum', nextCollectableAt: before.nextCollectableAt },
    })
    await app.travel((before.nextCollectableAt ?? 0) - before.clock.timestamp)
    await app.release()
    const { accrued, notCollectable } = await infoOf(app, user)
    expect([notCollectable, BigInt(accrued) >= 10n ** 17n]).toEqual([null, true])
    expect((await collect(app, user)).amount).toBe(accrued)
    await nothingIsLost(app, [user])
  })

  test('is of what was released: what accrues later is not there yet', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('early')
    await buyAndActivate(app, user, 'm1', 1)
    await app.travel(5 * DAY)
    expect((await infoOf(app, user)).accrued).toBe('0')
    await app.release()
    await nothingIsLost(app, [user])
    const { accrued, asOf } = await infoOf(app, user)
    await app.travel(5 * DAY)
    expect(await infoOf(app, user)).toMatchObject({ accrued, asOf })
  })

  test('shares by power and time, to the second, and power leaves at its end', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { startTime } = app
    const [a, b] = [await app.newUser('ten'), await app.newUser('thirty')]
    const from = await buyAndActivate(app, a, 'm1', 1) // 10 T
    await app.travel(DAY)
    const joined = await buyAndActivate(app, b, 'm1', 3) // 30 T
    await app.travel(40 * DAY) // both ends are past
    await app.release()
    const [machine] = (await app.call(CALLS.miningDetail, a, {})).items
    const [other] = (await app.call(CALLS.miningDetail, b, {})).items
    const endA = BigInt(machine?.paidUntil ?? 0)
    const endB = BigInt(other?.paidUntil ?? 0)
    expect(machine?.state).toBe('paused')
    expect(endB > endA).toBe(true)
    /** Earnings of a T between two times: the network is far below the power floor. */
    const between = (x: bigint, y: bigint, power: bigint) =>
      ((emittedAt(startTime, y) - emittedAt(startTime, x)) * power) / 400_000n
    const near = (value: string, exact: bigint) => {
      const difference = exact - BigInt(value)
      expect(difference >= 0n && difference <= 3n, `${difference}`).toBe(true)
    }
    const [infoA, infoB] = [await infoOf(app, a), await infoOf(app, b)]
    near(infoA.accrued, between(from, endA, 10n) + 1n)
    near(infoB.accrued, between(joined, endB, 30n) + 1n)
    expect([infoA.power, infoA.networkPower, infoA.ratePerDay]).toEqual([0, 0, '0'])
    await nothingIsLost(app, [a, b])

    // A renewal after the pause joins again; the pause earned nothing.
    const renewal = await app.call(CALLS.activateSignature, a, { all: 'paused', Period: 1 })
    await app.redeem(renewal, a.wallet)
    await app.finalize()
    await app.release()
    const before = BigInt(infoA.accrued)
    await app.travel(DAY)
    await app.release()
    const again = BigInt((await infoOf(app, a)).accrued)
    expect(again > before).toBe(true)
    expect(again - before < between(endB, endB + BigInt(2 * DAY), 10n)).toBe(true)
    await collect(app, a)
    await collect(app, b)
    await nothingIsLost(app, [a, b])
    const balance = (kind: 'emission-pool' | 'undistributed-emission') =>
      balanceOf(app.database.read, account({ vault: 0, token: 'DR', kind }))
    // Everything but a base unit for each fold and user is collected, or owed to no account.
    expect(await balance('emission-pool')).toBeLessThan(50n)
    const { emission } = await app.call(CALLS.overview, undefined, {})
    expect(BigInt(emission.undistributed)).toBe(await balance('undistributed-emission'))
    expect(BigInt(emission.undistributed)).toBeGreaterThan((BigInt(emission.released) * 99n) / 100n)

    const stats = await app.call(CALLS.miningStats, a, {})
    expect(stats.days).toHaveLength(30)
    const whole = await app.call(CALLS.miningStats, a, {
      from: new Date(Number(startTime) * 1000).toISOString().slice(0, 10),
    })
    expect(whole.days.reduce((sum, { mined }) => sum + BigInt(mined), 0n)).toBe(again)
  })

  test('the keeper releases whenever there is something, and its ticks share one nonce', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const { signal } = new AbortController()
    await chain.anvil.client.increaseTime({ seconds: 600 })
    await chain.anvil.mine(1)
    const [release] = app.mining.ticks
    const [update] = app.prices.ticks
    await Promise.all([release?.run(signal), update?.run(signal), release?.run(signal)])
    await app.finalize()
    const { emission } = await app.call(CALLS.overview, undefined, {})
    expect(Number(emission.releaseId)).toBeGreaterThanOrEqual(1)
    expect(BigInt(emission.released)).toBe(emittedAt(app.startTime, BigInt(emission.releasedUntil)))
  })
})
