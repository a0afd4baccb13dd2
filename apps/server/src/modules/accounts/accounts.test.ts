import type { FundFlow } from '@dr/protocol/calls/fund-flows'
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
import { DAY, deposit, fundBudget, newDepositor, TERM } from '../../../test/modules/packages.ts'
import { give, giveDrToBurn, withdraw } from '../../../test/modules/withdrawals.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const NODE_USDT = { vault: 2, token: 'USDT' } as const
const DEFLATION_DR = { vault: 1, token: 'DR' } as const

/** All lines, in small pages, like an export. */
const allFlows = async (app: TestApp, user: TestUser): Promise<FundFlow[]> => {
  const flows: FundFlow[] = []
  let cursor: string | null = null
  do {
    const page: { items: FundFlow[]; nextCursor: string | null } = await app.call(
      CALLS.getUserMoneyLogList,
      user,
      { limit: '2', ...(cursor === null ? {} : { cursor }) },
    )
    flows.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return flows
}

describeOnDatabase('accounts', ({ openDatabase }) => {
  test('a new user has zero in every account', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('not registered', { usdt: 0n, drgv: 0n })
    const { balances, withdrawalDay, clock } = await app.call(CALLS.getUserMoney, user, {})
    const nothing = { available: '0', held: '0', locked: '0', pending: '0', unreturned: '0' }
    expect(balances).toEqual([
      { account: 0, token: 'DR', ...nothing },
      { account: 1, token: 'USDT', ...nothing, pending: null },
      { account: 1, token: 'DR', ...nothing, pending: null },
      { account: 2, token: 'USDT', ...nothing },
      { account: 2, token: 'DR', ...nothing },
    ])
    expect(withdrawalDay.usedUsd).toBe('0')
    expect(withdrawalDay.day).toBe(new Date(clock.timestamp * 1000).toISOString().slice(0, 10))
    expect(await allFlows(app, user)).toEqual([])
  })

  test('what machines have earned is pending until it is collected', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('miner')
    const buy = await app.call(CALLS.machineSignature, user, { productId: 'm1', machineCount: 1 })
    await app.redeem(buy, user.wallet)
    await app.finalize()
    const pay = await app.call(CALLS.activateSignature, user, { all: 'all', Period: 1 })
    await app.redeem(pay, user.wallet)
    await app.finalize()
    await app.travel(2 * DAY)
    await app.release()
    const pending = async () => (await app.call(CALLS.getUserMoney, user, {})).balances[0]
    const accrued = (await app.call(CALLS.miningInfo, user, {})).accrued
    expect(BigInt(accrued) > 0n).toBe(true)
    expect(await pending()).toMatchObject({ account: 0, available: '0', pending: accrued })
    const { amount } = await app.call(CALLS.collectMining, user, {})
    expect(await pending()).toMatchObject({ account: 0, available: amount, pending: '0' })
  })

  test('their history ends at what they hold, and begins before the first line', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const [user, other] = [await newDepositor(app, 'historian'), await newDepositor(app, 'another depositor')]
    await deposit(app, user.wallet, { packageId: 77n, token: 'USDT', amount: 40n * ONE }) // is returned
    await app.finalize()
    await app.travel(3 * DAY)
    await deposit(app, user.wallet, { packageId: 77n, token: 'USDT', amount: 2n * ONE })
    await app.finalize()
    const { points, readFrom } = await app.call(CALLS.balanceHistory, user, { range: '1m' })
    const whole = (amount: string): bigint => BigInt(amount) / ONE
    expect(readFrom).toBeNull()
    expect(whole(points[0]?.USDT ?? '-1')).toBe(0n)
    expect(points.slice(1, -1).every(({ USDT, worth }) => whole(USDT) === 40n && worth === USDT)).toBe(true)
    expect(points.at(-1)).toMatchObject({
      USDT: (42n * ONE).toString(),
      DR: '0',
      worth: (42n * ONE).toString(),
    })
    for (const range of ['3m', '1y', 'all'] as const)
      expect((await app.call(CALLS.balanceHistory, user, { range })).points.at(-1)).toEqual(points.at(-1))
    const empty = await app.call(CALLS.balanceHistory, other, { range: '1m' })
    expect(empty.points.every(({ USDT, DR }) => USDT === '0' && DR === '0')).toBe(true)
  })

  test('all lines, page by page: in less out is what each account has, held and locked included', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(app, 'depositor')
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 20n * ONE })
    await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    await deposit(app, user.wallet, { packageId: 77n, token: 'USDT', amount: 40n * ONE })
    await app.finalize()
    await give(app, user, DEFLATION_DR, 300n * ONE)
    await giveDrToBurn(app, user, 100n * ONE)
    const paid = await withdraw(app, user, DEFLATION_DR, 100n * ONE)
    await app.redeem(paid, user.wallet)
    await withdraw(app, user, NODE_USDT, 20n * ONE) // expires
    await app.travel(3 * DAY)
    await withdraw(app, user, NODE_USDT, 30n * ONE) // stays open
    const { balances } = await app.call(CALLS.getUserMoney, user, {})
    const node = balances.find((one) => one.account === 2 && one.token === 'USDT')
    expect(node).toEqual({
      account: 2,
      token: 'USDT',
      pending: `${3n * ONE}`,
      unreturned: `${1_040n * ONE}`,
      available: `${10n * ONE}`,
      held: `${30n * ONE}`,
      locked: `${1_000n * ONE}`,
    })
    const flows = await allFlows(app, user)
    expect(new Set(flows.map(({ id }) => id)).size).toBe(flows.length)
    for (const { account, token, available, held, locked } of balances) {
      const sum = (...ways: FundFlow['direction'][]) =>
        flows
          .filter((one) => one.account === account && one.token === token && ways.includes(one.direction))
          .reduce((total, { amount }) => total + BigInt(amount), 0n)
      expect(sum('in') - sum('out')).toBe(BigInt(available) + BigInt(held) + BigInt(locked))
      expect(sum('hold') - sum('release') >= BigInt(held)).toBe(true)
    }
    expect(flows.map(({ kind }) => kind)).toEqual([
      'withdrawal.hold',
      'withdrawal.returned',
      'withdrawal.burned',
      'withdrawal.paid',
      'withdrawal.hold',
      'withdrawal.hold',
      'other',
      'package.credit',
      'package.deposit',
    ])
    const held = await app.call(CALLS.fundFlows, user, { kind: 'withdrawal.hold' })
    expect(held.items).toHaveLength(3)
    const other = await app.call(CALLS.fundFlows, user, { kind: 'other' })
    expect(other.items.map(({ account }) => account)).toEqual([1])
  })
})
