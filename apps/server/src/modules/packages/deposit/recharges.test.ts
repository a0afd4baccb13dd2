import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase } from '@dr/test-kit'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  ONE,
  startChain,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/app/test-app.ts'
import {
  balances,
  booksAreRight,
  DAY,
  deposit,
  fundBudget,
  newDepositor,
  newWallet,
  OF_DR,
  POD,
  rechargeOf,
  runTick,
  TERM,
} from '../../../../test/modules/packages.ts'
import { lowerHex } from '../../../platform/hex.ts'
import { balanceOf, readAccountBook } from '../../ledger/index.ts'
import { seedGenesis } from '../../users/index.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnDatabase('deposits that an app reports', ({ openDatabase }) => {
  const open = async (packages = [TERM, OF_DR, POD]) => {
    const app = await startTestApp(chain, await openDatabase(), { packages })
    await fundBudget(app, { packageId: 1, token: 'USDT', amount: 20n * ONE })
    return { app, user: await newDepositor(app, 'depositor') }
  }

  const unattributed = (app: TestApp) =>
    balanceOf(app.database.read, '2:USDT:unattributed' as Parameters<typeof balanceOf>[1])

  test.each([
    ['by the first reader', false],
    ['by the tick', true],
  ])('of a stranger are theirs when they register: %s', async (_, byTick) => {
    const { app } = await open()
    const wallet = await newWallet(app, 'stranger')
    const amount = 300n * ONE
    const txHash = await deposit(app, wallet, { packageId: 1, token: 'USDT', amount })
    await app.finalize()
    expect(await unattributed(app)).toBe(amount)
    await runTick(app, 'packages.attribute')
    expect(await unattributed(app)).toBe(amount)

    const { id: userId } = await app.database.transaction((tx) =>
      seedGenesis(tx, { address: lowerHex(wallet.address), at: new Date('2026-01-01T00:00:00Z') }),
    )
    const user: TestUser = { wallet, userId, account: lowerHex(wallet.address) }
    if (byTick) await runTick(app, 'packages.attribute')
    const shown = byTick ? undefined : await rechargeOf(app, user, txHash)
    expect(await balances(app, user, 'USDT')).toEqual({ available: amount, locked: 0n })
    const book = { account: user.account, vault: 2, token: 'USDT' } as const
    expect(await readAccountBook(app.database.read, book)).toMatchObject({ free: amount, unattributed: 0n })
    expect(await unattributed(app)).toBe(0n)
    for (const answer of [shown, await rechargeOf(app, user, txHash)].filter(Boolean)) {
      expect(answer).toMatchObject({ state: 'returned', reason: 10013, amount: amount.toString() })
    }
    await runTick(app, 'packages.attribute')
    expect(await balances(app, user, 'USDT')).toEqual({ available: amount, locked: 0n })
    await booksAreRight(app)
  })

  test('reported and never seen become unknown; reporting another user’s transaction credits nothing', async () => {
    const { app, user } = await open()
    const other = await newDepositor(app, 'other depositor')
    const order = { packageId: 1, token: 'USDT', amount: 100n * ONE } as const
    const txHash = await deposit(app, other.wallet, order)
    await app.call(CALLS.rechargeRecord, user, { txHash })
    await app.finalize()
    expect(await rechargeOf(app, user, txHash)).toMatchObject({ state: 'pending', amount: null })
    await app.travel(901)
    expect(await rechargeOf(app, user, txHash)).toMatchObject({ state: 'unknown', amount: null })
    expect((await app.call(CALLS.getRechargeList, user, { state: 'unknown' })).items).toHaveLength(1)
    expect((await app.call(CALLS.getRechargeList, user, { state: 'position' })).items).toEqual([])
    expect((await app.call(CALLS.getRechargeList, other, { state: 'position' })).items).toHaveLength(1)
    expect(() => CALLS.rechargeRecord.request.parse({ txHash: '0x12' })).toThrow() // 10002 at the API
    for (let n = 0; n < 110; n += 1)
      await app.call(CALLS.rechargeRecord, user, {
        txHash: lowerHex(`0x${n.toString(16).padStart(64, '0')}`),
      })
    const { rows } = await app.database.read.query({ text: 'SELECT count(*) FROM recharge' })
    expect(rows).toEqual([{ count: 100n }]) // the table does not fill
    await app.travel(8 * DAY)
    expect(await rechargeOf(app, user, txHash)).toBeUndefined()
  })

  test('are paged, newest first', async () => {
    const { app, user } = await open()
    const hashes: Hex[] = []
    for (let n = 0; n < 3; n += 1)
      hashes.push(await deposit(app, user.wallet, { packageId: 1, token: 'USDT', amount: 100n * ONE }))
    await app.finalize()
    const first = await app.call(CALLS.getRechargeList, user, { limit: 2 })
    const second = await app.call(CALLS.getRechargeList, user, { limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ txHash }) => txHash)).toEqual(hashes.toReversed())
    expect(second.nextCursor).toBeNull()
    const positions = await app.call(CALLS.getPackageOrderList, user, { limit: 2 })
    const rest = await app.call(CALLS.getPackageOrderList, user, {
      limit: 2,
      cursor: positions.nextCursor ?? '',
    })
    expect([...positions.items, ...rest.items].map((one) => one.txHash)).toEqual(hashes.toReversed())
  })
})
