import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, ONE, startChain, startTestApp } from '../../../../test/app/test-app.ts'
import {
  balances,
  booksAreRight,
  DAY,
  deposit,
  fundBudget,
  newDepositor,
  OF_DR,
  POD,
  rechargeOf,
  TERM,
} from '../../../../test/modules/packages.ts'
import { readAccountBook } from '../../ledger/index.ts'
import { readCounters } from '../position/user-counters.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('deposits', ({ openDatabase }) => {
  const open = async (packages = [TERM, OF_DR, POD]) => {
    const app = await startTestApp(chain, await openDatabase(), { packages })
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 20n * ONE })
    return { app, user: await newDepositor(app, 'depositor') }
  }

  test('are reported, pending, and then a position with the whole income committed', async () => {
    const { app, user } = await open()
    const amount = 1_000n * ONE
    const intent = await app.call(CALLS.investPledgeOrder, user, {
      packageId: 1,
      amount: amount.toString(),
      incomeType: 'USDT',
    })
    if (intent.kind !== 'deposit') throw new Error(intent.kind)
    expect(intent).toMatchObject({
      contract: app.contracts.digitalRights,
      tokenAddress: app.contracts.usdt,
      income: (10n * ONE).toString(), // 1,000 × 0.1 % × 10 days
      chainPackageId: '2',
      orderKind: 1,
      prices: null,
    })
    const txHash = await deposit(app, user.wallet, {
      packageId: BigInt(intent.chainPackageId),
      token: intent.token,
      amount,
    })
    const reported = await app.call(CALLS.rechargeRecord, user, { txHash })
    expect(reported).toMatchObject({ state: 'pending', token: null, amount: null, blockNumber: null })
    expect(await rechargeOf(app, user, txHash)).toEqual(reported)
    expect(await balances(app, user, 'USDT')).toEqual({ available: 0n, locked: 0n })

    await app.finalize()
    const booked = await rechargeOf(app, user, txHash)
    expect(booked).toMatchObject({
      state: 'position',
      token: 'USDT',
      amount: amount.toString(),
      reason: null,
    })
    expect((await app.call(CALLS.getRechargeList, user, {})).items).toHaveLength(1)
    expect(await app.call(CALLS.rechargeRecord, user, { txHash })).toEqual(booked)
    const { items, reinvestable } = await app.call(CALLS.getPackageOrderList, user, {})
    expect(items).toMatchObject([
      {
        positionId: booked?.positionId,
        packageId: 1,
        principal: amount.toString(),
        income: (10n * ONE).toString(),
        accrued: '0',
        state: 'accruing',
        origin: 'deposit',
        txHash,
        termDays: 10,
      },
    ])
    expect(reinvestable).toEqual({ USDT: '0', DR: '0' })
    expect(await balances(app, user, 'USDT')).toEqual({ available: 0n, locked: amount })
    const locks = await app.call(CALLS.lockList, user, {})
    expect(locks.items).toMatchObject([
      { why: 'package', account: 2, token: 'USDT', amount: amount.toString(), until: items[0]?.maturesAt },
    ])
    const { items: offered } = await app.call(CALLS.getPackageConfigList, undefined, {})
    const [term] = offered
    if (term?.kind !== 'term') throw new Error('no term package')
    expect(term.incomes[0]).toMatchObject({
      funded: (20n * ONE).toString(),
      left: (10n * ONE).toString(),
      room: (1_000n * ONE).toString(),
      fundings: [{ memo: 'for the test', source: testWallet('sponsor').address.toLowerCase() }],
    })
    expect(term.incomes[1]).toMatchObject({
      token: 'DR',
      funded: '0',
      room: '0',
      fundedUntil: null,
      fundings: [],
    })
    expect(offered.map(({ kind, packageId }) => [kind, packageId])).toEqual([
      ['term', 1],
      ['term', 3],
      ['pod', 4],
    ])
    await booksAreRight(app)
  })

  const MISFITS = [
    ['a fraction', { amount: 100n * ONE + 1n }, 1016],
    ['below the minimum', { amount: 99n * ONE }, 1018],
    ['of another token than the package’s', { token: 'DR' }, 1043],
    ['for a package there never was', { packageId: 9 }, 1043],
    ['for a number beyond every package', { packageId: 2n ** 256n - 1n }, 1043],
    ['for POD power, which is pledged and not deposited', { packageId: 4 }, 1043],
    ['for an income the package does not pay', { packageId: 3, token: 'DR' }, 1044],
    ['for more than the budget covers', { amount: 2_001n * ONE }, 30001],
    ['for an income without funding', { incomeToken: 'DR' }, 30001],
  ] as const

  test('that fit nothing come back whole, with the reason, to leave without burn', async () => {
    const { app, user } = await open()
    const orders = MISFITS.map(
      ([, changed]) => ({ packageId: 1, token: 'USDT', amount: 100n * ONE, ...changed }) as const,
    )
    const hashes: Hex[] = []
    for (const order of orders) hashes.push(await deposit(app, user.wallet, order))
    await app.finalize()
    for (const [index, [what, , code]] of MISFITS.entries()) {
      const recharge = await rechargeOf(app, user, hashes[index] as Hex)
      const { token, amount } = orders[index] as (typeof orders)[number]
      const returned = { state: 'returned', reason: code, token, amount: amount.toString(), positionId: null }
      expect(recharge, what).toMatchObject(returned)
    }
    for (const token of ['USDT', 'DR'] as const) {
      const sum = orders.filter((one) => one.token === token).reduce((all, { amount }) => all + amount, 0n)
      expect(await balances(app, user, token)).toEqual({ available: sum, locked: 0n })
      const counters = await readCounters(app.database.read, { userId: user.userId, token })
      expect(counters).toEqual({ credited: 0n, reinvested: 0n })
      const book = await readAccountBook(app.database.read, { account: user.account, vault: 2, token })
      expect(book).toMatchObject({ credited: sum, free: sum, paid: 0n, pending: 0n, unattributed: 0n })
    }
    expect((await app.call(CALLS.getPackageOrderList, user, {})).items).toEqual([])
    await booksAreRight(app)
  })

  test('outside the opening hours, by the deposit’s own block: returned (1040), however late it is read', async () => {
    const { timestamp } = await chain.client.getBlock()
    const second = Number(timestamp % BigInt(DAY))
    const hours = { opensAtSecond: (second + 7_200) % DAY, closesAtSecond: (second + 3_600) % DAY }
    const { app, user } = await open([{ ...TERM, hours }])
    const order = { packageId: 1, token: 'USDT', amount: 100n * ONE } as const
    const early = await deposit(app, user.wallet, order)
    await chain.anvil.client.increaseTime({ seconds: 5_400 })
    const late = await deposit(app, user.wallet, order)
    await chain.anvil.client.increaseTime({ seconds: 3_600 })
    await app.finalize()
    expect(await rechargeOf(app, user, early)).toMatchObject({ state: 'position' })
    expect(await rechargeOf(app, user, late)).toMatchObject({ state: 'returned', reason: 1040 })
    await booksAreRight(app)
  })

  test('take the budget in the chain’s order: the last room is one’s', async () => {
    const { app, user } = await open()
    const other = await newDepositor(app, 'other depositor')
    const order = { packageId: 1, token: 'USDT', amount: 1_500n * ONE } as const
    const hashes: Hex[] = []
    for (const { wallet } of [user, other]) hashes.push(await deposit(app, wallet, order))
    await app.finalize()
    const [first, second] = hashes as [Hex, Hex]
    expect(await rechargeOf(app, user, first)).toMatchObject({ state: 'position' })
    expect(await rechargeOf(app, other, second)).toMatchObject({ state: 'returned', reason: 30001 })
    expect(await rechargeOf(app, other, first)).toBeUndefined() // another user's deposit is not shown
    await booksAreRight(app)
  })

  test('whose income is in DR are valued by the averages of their own block, and returned without (30002)', async () => {
    const { app, user } = await open()
    await fundBudget(app, { packageId: 1, token: 'DR', amount: 50n * ONE })
    const order = { packageId: 1, token: 'USDT', incomeToken: 'DR', amount: 1_000n * ONE } as const
    const priced = await deposit(app, user.wallet, order)
    await app.finalize()
    const { positionId } = (await rechargeOf(app, user, priced)) ?? {}
    const { items } = await app.call(CALLS.getPackageOrderList, user, {})
    const position = items.find((one) => one.positionId === positionId)
    const income = BigInt(position?.income ?? 0)
    expect(20n * ONE - income < ONE / 1_000n && income <= 20n * ONE).toBe(true) // 10 USD at 0.50

    await app.send(chain.holder, {
      address: app.contracts.pairs.DR,
      abi: [{ type: 'function', name: 'sync', stateMutability: 'nonpayable', inputs: [], outputs: [] }],
      functionName: 'sync',
      args: [],
    })
    await app.travel(1_900) // the window of 24 hours is not full any more
    const unpriced = await deposit(app, user.wallet, order)
    await app.finalize()
    expect(await rechargeOf(app, user, unpriced)).toMatchObject({ state: 'returned', reason: 30002 })
    const request = { packageId: 1, amount: (100n * ONE).toString(), incomeType: 'DR' } as const
    await expect(app.call(CALLS.investPledgeOrder, user, request)).rejects.toMatchObject({ code: 30002 })
    const { items: offered, prices } = await app.call(CALLS.getPackageConfigList, undefined, {})
    expect([prices, offered[0]?.kind === 'term' && offered[0].incomes[1]?.room]).toEqual([null, null])
    await booksAreRight(app)
  })
})
