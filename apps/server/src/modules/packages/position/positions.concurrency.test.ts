import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../../test/app/test-app.ts'
import {
  balances,
  booksAreRight,
  DAY,
  deposit,
  fundBudget,
  newDepositor,
  openWithDeposits,
  rechargeOf,
  reinvest,
  runTick,
  TERM,
} from '../../../../test/modules/packages.ts'
import { creditBatch } from './credit-due.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnPostgres('positions at once', ({ openDatabase }) => {
  const start = async (packages = [TERM]) => startTestApp(chain, await openDatabase(), { packages })
  const outcomes = async (attempts: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(attempts)
    return settled
      .map((one) => (one.status === 'fulfilled' ? 0 : (one.reason as { code?: number }).code))
      .sort()
  }

  test('two reinvestments of the same money: one wins, the other finds nothing left (1039)', async () => {
    const app = await start()
    const user = await openWithDeposits(app)
    await app.travel(10 * DAY)
    const all = 1_010n * ONE
    expect(await outcomes([reinvest(app, user, all), reinvest(app, user, all)])).toEqual([0, 1039])
    expect(await balances(app, user, 'USDT')).toEqual({ available: 0n, locked: all })
    await booksAreRight(app)
  })

  test('one request that comes eight times at once, and again later, makes one position', async () => {
    const app = await start()
    const user = await openWithDeposits(app)
    await app.travel(10 * DAY)
    const requestId = '0198c0de-0000-7000-8000-000000000001'
    const ask = (more: object = {}) =>
      reinvest(app, user, 5n * ONE, { requestId, ...more }) as Promise<{ position: { positionId: string } }>
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()))
    const [first] = answers
    answers.push(await ask())
    expect(new Set(answers.map(({ position }) => position.positionId)).size).toBe(1)
    expect((await balances(app, user, 'USDT')).locked).toBe(5n * ONE)
    await expect(reinvest(app, user, 6n * ONE, { requestId })).rejects.toMatchObject({
      code: 10002,
      details: { path: 'requestId', reason: 'used-for-another' },
    })
    const other = await ask({ requestId: '0198c0de-0000-7000-8000-000000000002' })
    expect(other.position.positionId).not.toBe(first?.position.positionId)
    await booksAreRight(app)
  })

  test('the last room of a budget is taken once, by reinvestments and a final deposit alike', async () => {
    const app = await start()
    const users = [await openWithDeposits(app, { budget: 20n })]
    users.push(await newDepositor(app, 'second'))
    for (const user of users.slice(1))
      await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    await app.finalize()
    await app.travel(10 * DAY)
    await runTick(app, 'packages.due')
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 10n * ONE })
    const third = await newDepositor(app, 'third')
    const txHash = await deposit(app, third.wallet, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    await chain.anvil.mine(3)
    const [, ...results] = await Promise.all([
      app.indexer.catchUp(),
      ...users.map((user) => outcomes([reinvest(app, user, 1_000n * ONE)])),
    ])
    const booked = (await rechargeOf(app, third, txHash))?.state
    const won = results.flat().filter((code) => code === 0).length + (booked === 'position' ? 1 : 0)
    expect([won, results.flat().filter((code) => code !== 0 && code !== 30001)]).toEqual([1, []])
    await booksAreRight(app)
  })

  test('ticks, requests and the indexer: each is credited once, at maturity', async () => {
    const app = await start()
    const user = await openWithDeposits(app, { deposits: [100n, 100n, 100n, 100n, 100n, 100n] })
    // Half of them as written by a program that credited daily.
    await app.database.single.query({
      text: 'UPDATE package_position SET next_due_at = starts_at + 86400 WHERE id % 2 = 0',
    })
    for (const days of [1, 4, 20]) {
      await chain.anvil.client.increaseTime({ seconds: days * DAY })
      await deposit(app, user.wallet, { packageId: 9, token: 'USDT', amount: ONE })
      await app.finalize()
      const now = await app.clock()
      const batch = () => app.database.transaction((tx) => creditBatch(tx, { now, limit: 2 }))
      await deposit(app, user.wallet, { packageId: 9, token: 'USDT', amount: ONE })
      await chain.anvil.mine(3)
      await Promise.all([
        batch(),
        batch(),
        batch(),
        batch(),
        app.indexer.catchUp(),
        app.call(CALLS.getPackageOrderList, user, {}),
        app.call(CALLS.getRechargeList, user, {}),
        runTick(app, 'packages.due'),
      ])
    }
    await runTick(app, 'packages.due')
    expect(await balances(app, user, 'USDT')).toEqual({ available: 612n * ONE, locked: 0n })
    await booksAreRight(app)
  })
})
