import { drAbi, usdrAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import type { Abi, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../../test/app/test-app.ts'
import {
  ask,
  balances,
  booksAreRight,
  DAY,
  deposit,
  fundBudget,
  newDepositor,
  OF_DR,
  openWithDeposits,
  POD,
  reinvest,
  runTick,
  TERM,
} from '../../../../test/modules/packages.ts'
import { dateOfUnix } from '../../../platform/chain/chain-clock.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { posting, postJournal, readAccountBook, unreturnedOf } from '../../ledger/index.ts'
import { isOpen } from '../terms/opening-hours.rules.ts'
import { seedPackages } from '../terms/seed-packages.ts'
import { readCounters } from './user-counters.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

/** Writes three days of income of a user's position like programs before ADR 0069; a fourth day is due. */
const creditThreeDaysAsBefore = async (tx: Tx, userId: UserId): Promise<void> => {
  const { rows } = await tx.query<{ id: bigint; starts_at: bigint }>({
    text: `UPDATE package_position SET credited = $2, next_due_at = starts_at + 4 * 86400 WHERE user_id = $1
      RETURNING id, starts_at`,
    values: [userId, 3n * ONE],
  })
  const [position] = rows
  if (!position) throw new Error('there is no position')
  await tx.query({
    text: `INSERT INTO package_user AS u (user_id, token, credited) VALUES ($1, 'USDT', $2)
      ON CONFLICT (user_id, token) DO UPDATE SET credited = u.credited + excluded.credited`,
    values: [userId, 3n * ONE],
  })
  const node = { vault: 2, token: 'USDT' } as const
  await postJournal(tx, {
    key: `position:${position.id}:day:3`,
    reason: 'package.income',
    at: dateOfUnix(position.starts_at + 3n * BigInt(DAY)),
    source: { kind: 'package', positionId: position.id.toString(), packageId: 1, fundedBy: [] },
    postings: [
      posting({
        ...node,
        from: { kind: 'package-committed' },
        to: { kind: 'user-available', userId },
        amount: 3n * ONE,
      }),
    ],
  })
}

describeOnDatabase('positions', ({ openDatabase }) => {
  const start = async (packages = [TERM, OF_DR, POD]) =>
    startTestApp(chain, await openDatabase(), { packages })

  test('accrue day by day, and are credited at maturity, principal and income together, however late', async () => {
    const app = await start()
    const user = await openWithDeposits(app)
    const pending = async () => {
      const { balances: all } = await app.call(CALLS.getUserMoney, user, {})
      return all.find(({ account, token }) => account === 2 && token === 'USDT')?.pending
    }
    await app.travel(DAY - 60)
    await runTick(app, 'packages.due')
    expect(await pending()).toBe('0')
    await app.travel(3 * DAY)
    await runTick(app, 'packages.due')
    expect(await balances(app, user, 'USDT')).toEqual({ available: 0n, locked: 1_000n * ONE })
    const [running] = (await app.call(CALLS.getPackageOrderList, user, { state: 'accruing' })).items
    expect(running).toMatchObject({ accrued: `${3n * ONE}`, credited: '0', income: `${10n * ONE}` })
    expect(await pending()).toBe(`${3n * ONE}`)
    await expect(reinvest(app, user, 2n * ONE)).rejects.toMatchObject({ code: 1039 })

    await app.travel(30 * DAY)
    const { items, reinvestable } = await app.call(CALLS.getPackageOrderList, user, { state: 'matured' })
    expect(items).toMatchObject([{ state: 'matured', accrued: `${10n * ONE}`, credited: `${10n * ONE}` }])
    expect(reinvestable).toEqual({ USDT: `${1_010n * ONE}`, DR: '0' })
    expect(await pending()).toBe('0')
    expect(await balances(app, user, 'USDT')).toEqual({ available: 1_010n * ONE, locked: 0n })
    expect((await app.call(CALLS.lockList, user, {})).items).toEqual([])
    await runTick(app, 'packages.due')
    expect(await balances(app, user, 'USDT')).toEqual({ available: 1_010n * ONE, locked: 0n })
    await booksAreRight(app)
  })

  test('that earned daily before keep what was credited; the rest comes at maturity, once', async () => {
    const app = await start()
    const user = await openWithDeposits(app)
    await app.travel(4 * DAY)
    await app.database.transaction((tx) => creditThreeDaysAsBefore(tx, user.userId))
    for (let day = 4; day < 10; day += 1) {
      await runTick(app, 'packages.due')
      await app.call(CALLS.getPackageOrderList, user, {})
      expect(await balances(app, user, 'USDT')).toEqual({ available: 3n * ONE, locked: 1_000n * ONE })
      await booksAreRight(app)
      await app.travel(DAY - 120)
    }
    await app.travel(DAY)
    const [matured] = (await app.call(CALLS.getPackageOrderList, user, {})).items
    await runTick(app, 'packages.due')
    expect(matured).toMatchObject({ credited: `${10n * ONE}`, state: 'matured' })
    expect(await balances(app, user, 'USDT')).toEqual({ available: 1_010n * ONE, locked: 0n })
    const { items } = await app.call(CALLS.fundFlows, user, { account: 2, kind: 'package.income' })
    expect(items.map(({ amount }) => amount)).toEqual([`${7n * ONE}`, `${3n * ONE}`])
    await booksAreRight(app)
  })

  test('are reinvested out of income and principal alone, never out of what came back', async () => {
    const app = await start()
    const user = await openWithDeposits(app)
    await expect(reinvest(app, user, 2n * ONE)).rejects.toMatchObject({ code: 1039 })
    await deposit(app, user.wallet, { packageId: 9, token: 'USDT', amount: 500n * ONE }) // is returned
    await app.finalize()
    await expect(reinvest(app, user, 2n * ONE)).rejects.toMatchObject({ code: 1039 })

    await app.travel(10 * DAY)
    await expect(reinvest(app, user, 1n * ONE)).rejects.toMatchObject({
      code: 1041,
      details: { minimum: 2n * ONE },
    })
    await expect(reinvest(app, user, 1_011n * ONE)).rejects.toMatchObject({ code: 1015 })
    const answer = await reinvest(app, user, 1_010n * ONE)
    if (answer.kind !== 'position') throw new Error(answer.kind)
    expect(answer.position).toMatchObject({
      origin: 'reinvest',
      principal: `${1_010n * ONE}`,
      income: `${(101n * ONE) / 10n}`,
      accrued: '0',
      state: 'accruing',
      txHash: null,
    })
    await expect(reinvest(app, user, 2n * ONE)).rejects.toMatchObject({ code: 1039 })
    expect(await balances(app, user, 'USDT')).toEqual({ available: 500n * ONE, locked: 1_010n * ONE })
    const counters = await readCounters(app.database.read, { userId: user.userId, token: 'USDT' })
    expect(counters).toMatchObject({
      credited: 1_010n * ONE,
      reinvested: 1_010n * ONE,
    })
    const book = await readAccountBook(app.database.read, { account: user.account, vault: 2, token: 'USDT' })
    expect(unreturnedOf(book)).toBe(1_500n * ONE)
    await app.travel(20 * DAY)
    const { reinvestable } = await app.call(CALLS.getPackageOrderList, user, {})
    expect(BigInt(reinvestable.USDT)).toBe(1_010n * ONE + (101n * ONE) / 10n)
    await booksAreRight(app)
  })

  test('ask for what an order must be: each refusal from its condition, with what would fit', async () => {
    const app = await start()
    const user = await openWithDeposits(app, { budget: 20n })
    for (const [order, expected] of [
      [{ amount: ONE / 2n }, { code: 1016 }],
      [{ amount: 99n * ONE }, { code: 1018, details: { minimum: 100n * ONE } }],
      [{ packageId: 9 }, { code: 1043 }],
      [{ incomeType: undefined }, { code: 1044, details: { offered: ['USDT', 'DR'] } }],
      [{ packageId: 3 }, { code: 1044, details: { offered: ['DR'] } }],
      [{ amount: 1_001n * ONE }, { code: 30001, details: { room: (1_000n * ONE).toString() } }],
      [{ incomeType: 'DR' }, { code: 30001, details: { room: '0' } }],
      [{ reinvest: true, amount: ONE / 2n }, { code: 1039 }],
      [{ action: 'unpledge' }, { code: 10002, details: { path: 'action' } }],
      [
        { packageId: 4, incomeType: 'DR' },
        { code: 10002, details: { path: 'incomeType' } },
      ],
    ] as const) {
      const { amount = 100n * ONE, ...more } = order as { amount?: bigint }
      await expect(ask(app, user, amount, more), JSON.stringify(more)).rejects.toMatchObject(expected)
    }
    const poor = await app.newUser('poor', { usdt: 50n, drgv: 0n })
    await expect(ask(app, poor, 100n * ONE)).rejects.toMatchObject({
      code: 20004,
      details: { token: 'USDT', available: (50n * ONE).toString() },
    })
    await app.database.transaction((tx) => seedPackages(tx, [OF_DR, POD]))
    await expect(ask(app, user, 100n * ONE)).rejects.toMatchObject({ code: 1043 }) // removed
    const { items } = await app.call(CALLS.getPackageConfigList, undefined, {})
    expect(items.map(({ packageId }) => packageId)).toEqual([3, 4])
    await app.travel(11 * DAY)
    await runTick(app, 'packages.due') // existing positions go on
    expect(await balances(app, user, 'USDT')).toEqual({ available: 1_010n * ONE, locked: 0n })
    await booksAreRight(app)
  })

  test('cannot be asked for outside the opening hours (1040), which say when they open', async () => {
    const { timestamp } = await chain.client.getBlock()
    const second = Number(timestamp % BigInt(DAY))
    const hours = { opensAtSecond: (second + 7_200) % DAY, closesAtSecond: (second + 10_800) % DAY }
    const app = await start([{ ...TERM, hours }])
    const user = await openWithDeposits(app, { deposits: [] })
    const refusal = await ask(app, user, 100n * ONE).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 1040 })
    const { nextOpening } = (refusal as { details: { nextOpening: number } }).details
    const [before] = (await app.call(CALLS.getPackageConfigList, undefined, {})).items
    expect(before).toMatchObject({ open: false, nextOpening })
    expect(isOpen(hours, BigInt(nextOpening)) && !isOpen(hours, BigInt(nextOpening) - 1n)).toBe(true)
    await app.travel(nextOpening - Number(await app.clock()) + 60)
    expect((await ask(app, user, 100n * ONE)).kind).toBe('deposit')
  })

  test('and everything else that is locked stand in one list, the soonest first, page by page', async () => {
    const app = await start([TERM, { ...TERM, packageId: 2, termDays: 3 }])
    await fundBudget(app, { packageId: 2, token: 'USDT', amount: 10n * ONE })
    const user = await openWithDeposits(app, { deposits: [100n, 200n] })
    await deposit(app, user.wallet, { packageId: 2, token: 'USDT', amount: 300n * ONE })
    await app.finalize()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await app.call(CALLS.lockList, user, { limit: 1, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ amount }) => amount))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen.map((amount) => BigInt(amount) / ONE)).toEqual([300n, 100n, 200n])
  })

  test('of POD power are pledges, by the same call: what joins and leaves is locked until Monday', async () => {
    const app = await start()
    const user = await newDepositor(app, 'depositor')
    const { usdt, usdr, dr, digitalRights } = app.contracts
    const send = (address: Hex, abi: Abi, functionName: string, args: readonly unknown[]) =>
      app.send(user.wallet, { address, abi, functionName, args })
    await send(usdt, drAbi, 'approve', [usdr, 10_000n * ONE])
    await send(usdr, usdrAbi, 'depositFor', [user.wallet.address, 10_000n * ONE])
    for (const token of [usdr, dr]) await send(token, drAbi, 'approve', [digitalRights, 10_000n * ONE])
    const voucher = await app.call(CALLS.podPowerSignature, user, { drAmount: (1_000n * ONE).toString() })
    await app.redeem(voucher, user.wallet)
    await app.finalize()

    const { joining: bought } = await app.call(CALLS.podPowerInfo, user, {})
    const pledge = (amount: bigint, action?: 'pledge' | 'unpledge') =>
      app.call(CALLS.investPledgeOrder, user, {
        packageId: 4,
        amount: amount.toString(),
        ...(action ? { action } : {}),
      })
    const back = await pledge(3n * ONE, 'unpledge')
    expect(back).toMatchObject({ kind: 'pledge', unpledged: (3n * ONE).toString(), pledged: '0' })
    await expect(pledge(3n * ONE + 1n)).rejects.toMatchObject({ code: 20005 })
    expect(await pledge(ONE)).toMatchObject({ unpledged: (2n * ONE).toString() })
    const [lock] = (await app.call(CALLS.lockList, user, {})).items
    const [offered] = (await app.call(CALLS.getPackageConfigList, undefined, {})).items.filter(
      ({ kind }) => kind === 'pod',
    )
    expect(lock).toEqual({
      why: 'pledge-joining',
      account: null,
      token: 'POD',
      amount: (BigInt(bought) - 2n * ONE).toString(),
      until: offered?.kind === 'pod' ? offered.nextWeekAt : 0,
      reference: lock?.reference,
    })
    expect(back.kind === 'pledge' && back.effectiveAt).toBe(lock?.until)
    for (const wrong of [{ incomeType: 'DR' as const }, { reinvest: true }]) {
      const body = { packageId: 4, amount: '1', ...wrong }
      await expect(app.call(CALLS.investPledgeOrder, user, body)).rejects.toMatchObject({ code: 10002 })
    }
  })
})
