import { CALLS } from '@dr/protocol/calls/index'
import type { Stoppable } from '@dr/protocol/parameters'
import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp, type TestApp } from '../../../test/app/test-app.ts'
import {
  deposit,
  fundBudget,
  newDepositor,
  newWallet,
  rechargeOf,
  TERM,
} from '../../../test/modules/packages.ts'
import { actor, agree, people, REHEARSAL } from '../../../test/modules/two-operators.ts'
import { give, giveDrToBurn, withdraw } from '../../../test/modules/withdrawals.ts'
import { lowerHex } from '../../platform/hex.ts'
import { seedGenesis } from '../users/index.ts'
import { showBudgets } from './budgets.ts'
import type { OperatorDeps } from './deps.ts'
import { reconcile } from './reconciliation.ts'
import { showAccount } from './show-account.ts'
import { stop as stopAlone } from './stops.ts'
import { RUNNING } from './subjects.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const stop = (app: TestApp, what: Stoppable) =>
  app.database.transaction((tx) => stopAlone(tx, actor(0), { what, reason: REHEARSAL }))

const depsOf = (app: TestApp): OperatorDeps => ({
  database: app.database,
  operators: new Set<string>(people),
  now: () => new Date(),
  contracts: app.contracts,
  withdrawal: app.withdrawal,
  countSuspense: async () => 0,
})

const NODE_USDT = { vault: 2, token: 'USDT' } as const

describeOnPostgres('what operators decide', ({ openDatabase }) => {
  test('holds for withdrawals: limit, minimum, stopped vault, stopped vouchers; and anyone can read it', async () => {
    const app = await startTestApp(chain, await openDatabase())
    const user = await app.newUser('alice')
    await give(app, user, NODE_USDT, 5_000n * ONE)
    await giveDrToBurn(app, user, 1_000n * ONE)
    const take = (whole: bigint) => withdraw(app, user, NODE_USDT, whole * ONE)
    await take(20n)

    await agree(app, { kind: 'limit', name: 'withdrawal-minimum-usdt' }, 50n * ONE)
    await expect(take(49n)).rejects.toMatchObject({
      code: 10002,
      details: { path: 'amount', minimum: String(50n * ONE) },
    })
    await agree(app, { kind: 'limit', name: 'withdrawal-daily-limit' }, 1_000n * ONE)
    await expect(take(981n)).rejects.toMatchObject({
      code: 1042,
      details: { reason: 'daily-usd', limit: String(1_000n * ONE), used: String(20n * ONE) },
    })
    const { withdrawalDay } = await app.call(CALLS.getUserMoney, user, {})
    expect(withdrawalDay.limitUsd).toBe(String(1_000n * ONE))

    for (const what of ['vault-2', 'withdraw-usdt'] as const) {
      await stop(app, what)
      const details = { reason: 'stopped-by-operator', what, why: REHEARSAL }
      await expect(take(100n)).rejects.toMatchObject({ code: 1017, details })
      await agree(app, { kind: 'stop', what }, RUNNING)
    }
    await stop(app, 'swap-token')
    await expect(
      app.call(CALLS.swapTokenSignature, user, {
        inputToken: 'USDT',
        outputToken: 'DR',
        inputAmount: String(10n * ONE),
      }),
    ).rejects.toMatchObject({ code: 1023 })

    const { decided, stops } = await app.call(CALLS.settingChanges, undefined, {})
    expect(decided).toMatchObject([
      {
        subject: 'withdrawal-daily-limit',
        value: String(1_000n * ONE),
        proposedBy: people[0],
        approvedBy: people[1],
      },
      { subject: 'withdrawal-minimum-usdt', before: String(10n * ONE), value: String(50n * ONE) },
    ])
    expect(stops).toMatchObject([{ what: 'swap-token', reason: REHEARSAL }])
    const { values } = await app.call(CALLS.commonValue, undefined, {})
    expect(values).toMatchObject({
      withdrawalMinimumUsdt: String(50n * ONE),
      withdrawalDailyLimitUsd: String(1_000n * ONE),
      swapFeeBps: '30',
      withdrawalBurnBpsNode: '500',
    })
    expect(await app.call(CALLS.commonValue, undefined, { key: 'withdrawalMinimumUsdt' })).toEqual({
      values: { withdrawalMinimumUsdt: String(50n * ONE) },
    })
    await take(100n)
  })

  test('a withheld budget takes no new position; what is promised stays, and the books agree', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(app, 'bob')
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 1_000n * ONE })
    const subscribe = async () => {
      const hash = await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: 100n * ONE })
      await app.finalize()
      return (await rechargeOf(app, user, hash))?.state
    }
    const first = await subscribe()
    await agree(app, { kind: 'budget', packageId: 1, token: 'USDT' }, 1_000n * ONE)
    const ask = () =>
      app.call(CALLS.investPledgeOrder, user, {
        packageId: 1,
        amount: String(100n * ONE),
        incomeType: 'USDT',
      })
    await expect(ask()).rejects.toMatchObject({ code: 30001 })
    const second = await subscribe()
    expect([first, second]).toEqual(['position', 'returned'])
    const { items } = await app.call(CALLS.getPackageOrderList, user, {})
    expect(items).toHaveLength(1)

    const shown = await showBudgets(depsOf(app))
    expect(shown.budgets).toMatchObject([{ packageId: 1, token: 'USDT', withheld: String(1_000n * ONE) }])
    expect(shown.funding.contract).toBe(app.contracts.funding)
    await agree(app, { kind: 'budget', packageId: 1, token: 'USDT' }, 0n)
    expect(await ask()).toMatchObject({ kind: 'deposit' })
    await stop(app, 'packages')
    await expect(ask()).rejects.toMatchObject({ code: 1023 })

    const { vaults, shortfalls, chainGaps } = await reconcile(depsOf(app))
    expect(vaults).toHaveLength(5)
    for (const { reserve, booked, shortfall } of vaults) expect([reserve, shortfall]).toEqual([booked, '0'])
    expect([shortfalls, chainGaps]).toEqual([[], 0])
  })

  test('an account shows what is free of burn: as the next withdrawal is quoted, before and after it is paid', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const user = await newDepositor(app, 'carol')
    const shown = async () => (await showAccount(depsOf(app), user.account)).balances
    const ofNode = async () =>
      (await shown())?.find(({ account, token }) => account === 2 && token === 'USDT')
    await deposit(app, user.wallet, { packageId: 77n, token: 'USDT', amount: 300n * ONE })
    await app.finalize()
    await give(app, user, NODE_USDT, 200n * ONE)
    await give(app, user, { vault: 1, token: 'USDT' }, 40n * ONE)
    await giveDrToBurn(app, user, 500n * ONE)
    const burnFreeOf = async (whole: bigint) =>
      (await withdraw(app, user, NODE_USDT, whole * ONE)).withdrawal?.burnFree

    expect(await shown()).toHaveLength(5)
    const rest = { held: '0', locked: '0' }
    expect(await shown()).toContainEqual({
      account: 1,
      token: 'USDT',
      available: `${40n * ONE}`,
      burnFree: '0',
      ...rest,
    })
    const whole = { account: 2, token: 'USDT', available: `${500n * ONE}`, burnFree: `${300n * ONE}` }
    expect(await ofNode()).toEqual({ ...whole, ...rest })
    const voucher = await withdraw(app, user, NODE_USDT, 120n * ONE)
    expect(voucher.withdrawal?.burnFree).toBe(`${120n * ONE}`)
    // Only the payment returns a deposit, in its own block, before the ledger has it.
    expect(await ofNode()).toMatchObject({ available: `${380n * ONE}`, held: `${120n * ONE}` })
    expect((await ofNode())?.burnFree).toBe(`${300n * ONE}`)
    await app.redeem(voucher, user.wallet)
    expect(await ofNode()).toMatchObject({ held: `${120n * ONE}`, burnFree: `${180n * ONE}` })
    await expect(burnFreeOf(200n)).rejects.toMatchObject({ details: { reason: 'ledger-behind' } })
    await app.finalize()
    expect(await ofNode()).toMatchObject({ held: '0', burnFree: `${180n * ONE}` })
    expect(await burnFreeOf(200n)).toBe(`${180n * ONE}`)
    await app.travel(620) // that one expires
    expect(await ofNode()).toEqual({
      ...whole,
      ...rest,
      available: `${380n * ONE}`,
      burnFree: `${180n * ONE}`,
    })
    expect(await burnFreeOf(380n)).toBe(`${180n * ONE}`)
  })

  test('deposits from before registering count; an address of no user has no account', async () => {
    const app = await startTestApp(chain, await openDatabase(), { packages: [TERM] })
    const wallet = await newWallet(app, 'dora')
    const address = lowerHex(wallet.address)
    await deposit(app, wallet, { packageId: 77n, token: 'USDT', amount: 50n * ONE })
    await app.finalize()
    expect((await showAccount(depsOf(app), address)).balances).toBeNull()
    const at = new Date('2026-01-01T00:00:00Z')
    await app.database.transaction((tx) => seedGenesis(tx, { address, at }))
    expect((await showAccount(depsOf(app), address)).balances).toContainEqual({
      account: 2,
      token: 'USDT',
      available: `${50n * ONE}`,
      held: '0',
      locked: '0',
      burnFree: `${50n * ONE}`,
    })
  })
})
