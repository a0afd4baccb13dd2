import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, type House, openHouse, startChain, type TestUser } from '../../../test/app/test-app.ts'
import { account, auditLedger, balanceOf } from '../ledger/index.ts'
import { ACC_SCALE } from './accumulator.rules.ts'
import { emittedAt } from './emission.rules.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const DAY = 86_400

const buyAndActivate = async (house: House, user: TestUser, productId: string, machineCount: number) => {
  const voucher = await house.call(CALLS.machineSignature, user, { productId, machineCount })
  await house.redeem(voucher, user.wallet)
  await house.finalize()
  const electricity = await house.call(CALLS.activateSignature, user, { all: 'not-activated', Period: 1 })
  const hash = await house.redeem(electricity, user.wallet)
  const { blockNumber } = await chain.client.getTransactionReceipt({ hash })
  await house.finalize()
  return (await chain.client.getBlock({ blockNumber })).timestamp
}
const collect = (house: House, user: TestUser) => house.call(CALLS.collectMining, user, {})
const infoOf = (house: House, user: TestUser) => house.call(CALLS.miningInfo, user, {})

/** Whatever was accrued, collected or kept is what was released, to the last scaled unit. */
const nothingIsLost = async (house: House, users: readonly TestUser[]) => {
  const { rows } = await house.database.read.query<{
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
  let whole = 0n
  for (const user of users) {
    const { accrued, collectedTotal } = await infoOf(house, user)
    whole += BigInt(accrued) + BigInt(collectedTotal)
  }
  const rest = released * ACC_SCALE - undistributed - carry - whole * ACC_SCALE
  expect(rest >= 0n && rest < BigInt(users.length) * ACC_SCALE).toBe(true) // each user's fraction of a base unit
  expect(await auditLedger(house.database.read)).toEqual([])
}

describeOnBoth('collecting', ({ openDatabase }) => {
  test('twice at once posts exactly one journal; the other is told when (30006)', async () => {
    const house = await openHouse(chain, await openDatabase())
    const user = await house.newUser('double')
    await expect(collect(house, user)).rejects.toMatchObject({
      code: 30006,
      details: { reason: 'nothing-accrued' },
    })
    await buyAndActivate(house, user, 'm1', 2)
    await house.travel(3_600)
    await house.release()
    const answers = await Promise.allSettled([
      collect(house, user),
      collect(house, user),
      collect(house, user),
    ])
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
    const { items, balances } = await house.call(CALLS.fundFlows, user, {})
    expect(items).toHaveLength(1)
    expect(balances[0]?.available).toBe(first?.amount)
    await nothingIsLost(house, [user])

    await house.travel(DAY - 60)
    await expect(collect(house, user)).rejects.toMatchObject({ code: 30006 })
    await house.travel(60)
    await house.release()
    await collect(house, user)
    await nothingIsLost(house, [user])
  })

  test('is of what was released: what accrues later is not there yet', async () => {
    const house = await openHouse(chain, await openDatabase())
    const user = await house.newUser('early')
    await buyAndActivate(house, user, 'm1', 1)
    await house.travel(5 * DAY)
    expect((await infoOf(house, user)).accrued).toBe('0')
    await house.release()
    const { accrued, asOf } = await infoOf(house, user)
    await house.travel(5 * DAY)
    expect(await infoOf(house, user)).toMatchObject({ accrued, asOf })
  })

  test('shares by power and time, to the second, and power leaves at its end', async () => {
    const house = await openHouse(chain, await openDatabase())
    const { startTime } = house
    const [a, b] = [await house.newUser('ten'), await house.newUser('thirty')]
    const from = await buyAndActivate(house, a, 'm1', 1) // 10 T
    await house.travel(DAY)
    const joined = await buyAndActivate(house, b, 'm1', 3) // 30 T
    await house.travel(40 * DAY) // both ends are past
    await house.release()
    const [machine] = (await house.call(CALLS.miningDetail, a, {})).items
    const [other] = (await house.call(CALLS.miningDetail, b, {})).items
    const endA = BigInt(machine?.paidUntil ?? 0)
    const endB = BigInt(other?.paidUntil ?? 0)
    expect(machine?.state).toBe('paused')
    expect(endB > endA).toBe(true)
    const between = (x: bigint, y: bigint) => emittedAt(startTime, y) - emittedAt(startTime, x)
    const together = between(joined, endA)
    const near = (value: string, exact: bigint) => {
      const difference = exact - BigInt(value)
      expect(difference >= 0n && difference <= 3n, `${difference}`).toBe(true)
    }
    const [infoA, infoB] = [await infoOf(house, a), await infoOf(house, b)]
    near(infoA.accrued, between(from, joined) + together / 4n + 1n)
    near(infoB.accrued, (together * 3n) / 4n + between(endA, endB) + 1n)
    expect([infoA.power, infoA.networkPower, infoA.ratePerDay]).toEqual([0, 0, '0'])
    await nothingIsLost(house, [a, b])

    // A renewal after the pause joins again; the time in between earned nothing.
    const renewal = await house.call(CALLS.activateSignature, a, { all: 'paused', Period: 1 })
    await house.redeem(renewal, a.wallet)
    await house.finalize()
    await house.release()
    const before = BigInt(infoA.accrued)
    await house.travel(DAY)
    await house.release()
    const again = BigInt((await infoOf(house, a)).accrued)
    expect(again > before).toBe(true)
    expect(again - before < between(endB, endB + BigInt(2 * DAY))).toBe(true)
    await collect(house, a)
    await collect(house, b)
    await nothingIsLost(house, [a, b])
    const pool = await balanceOf(
      house.database.read,
      account({ vault: 0, token: 'DR', kind: 'emission-pool' }),
    )
    expect(pool >= 0n).toBe(true)

    const stats = await house.call(CALLS.miningStats, a, {})
    expect(stats.days).toHaveLength(30)
    const whole = await house.call(CALLS.miningStats, a, {
      from: new Date(Number(startTime) * 1000).toISOString().slice(0, 10),
    })
    expect(whole.days.reduce((sum, { mined }) => sum + BigInt(mined), 0n)).toBe(again)
  })

  test('the keeper releases whenever there is something, and its ticks share one nonce', async () => {
    const house = await openHouse(chain, await openDatabase())
    const { signal } = new AbortController()
    await chain.anvil.client.increaseTime({ seconds: 600 })
    await chain.anvil.mine(1)
    const [release] = house.mining.ticks
    const [update] = house.prices.ticks
    await Promise.all([release?.run(signal), update?.run(signal), release?.run(signal)])
    await house.finalize()
    const { emission } = await house.call(CALLS.overview, undefined, {})
    expect(Number(emission.releaseId)).toBeGreaterThanOrEqual(1)
    expect(BigInt(emission.released)).toBe(emittedAt(house.startTime, BigInt(emission.releasedUntil)))
  })
})
