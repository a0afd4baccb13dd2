import { CALLS } from '@dr/protocol/calls/index'
import { describeOnBoth } from '@dr/test-kit'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Chain,
  type House,
  ONE,
  openHouse,
  startChain,
  type TestUser,
} from '../../../test/app/test-app.ts'
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
} from '../../../test/modules/packages.ts'
import { balanceOf } from '../ledger/index.ts'
import { seedGenesis } from '../users/index.ts'
import { readCounters } from './user-counters.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

describeOnBoth('deposits as they are watched', ({ openDatabase }) => {
  const open = async (packages = [TERM, OF_DR, POD]) => {
    const house = await openHouse(chain, await openDatabase(), { packages })
    await fundBudget(house, { packageId: 1, token: 'USDT', amount: 20n * ONE })
    return { house, user: await newDepositor(house, 'depositor') }
  }

  const unattributed = (house: House) =>
    balanceOf(house.database.read, '2:USDT:unattributed' as Parameters<typeof balanceOf>[1])

  test.each([
    ['by whoever looks first', false],
    ['by the tick', true],
  ])('of a stranger are theirs when they register: %s', async (_, byTick) => {
    const { house } = await open()
    const wallet = await newWallet(house, 'stranger')
    const amount = 300n * ONE
    const txHash = await deposit(house, wallet, { packageId: 1, token: 'USDT', amount })
    await house.finalize()
    expect(await unattributed(house)).toBe(amount)
    await runTick(house, 'packages.attribute')
    expect(await unattributed(house)).toBe(amount)

    const { id: userId } = await house.database.transaction((tx) =>
      seedGenesis(tx, { address: wallet.address, at: new Date('2026-01-01T00:00:00Z') }),
    )
    const user: TestUser = { wallet, userId, account: wallet.address.toLowerCase() as Hex }
    if (byTick) await runTick(house, 'packages.attribute')
    const shown = byTick ? undefined : await rechargeOf(house, user, txHash)
    expect(await balances(house, user, 'USDT')).toEqual({ available: amount, locked: 0n })
    expect(await readCounters(house.database.read, { userId, token: 'USDT' })).toMatchObject({
      unreturned: amount,
    })
    expect(await unattributed(house)).toBe(0n)
    for (const answer of [shown, await rechargeOf(house, user, txHash)].filter(Boolean)) {
      expect(answer).toMatchObject({ state: 'returned', reason: 10013, amount: amount.toString() })
    }
    await runTick(house, 'packages.attribute')
    expect(await balances(house, user, 'USDT')).toEqual({ available: amount, locked: 0n })
    await booksAreRight(house)
  })

  test('told of and never seen become unknown; another’s transaction stays one’s own claim', async () => {
    const { house, user } = await open()
    const other = await newDepositor(house, 'other depositor')
    const order = { packageId: 1, token: 'USDT', amount: 100n * ONE } as const
    const txHash = await deposit(house, other.wallet, order)
    await house.call(CALLS.rechargeRecord, user, { txHash })
    await house.finalize()
    expect(await rechargeOf(house, user, txHash)).toMatchObject({ state: 'pending', amount: null })
    await house.travel(901)
    expect(await rechargeOf(house, user, txHash)).toMatchObject({ state: 'unknown', amount: null })
    expect((await house.call(CALLS.getRechargeList, user, { state: 'unknown' })).items).toHaveLength(1)
    expect((await house.call(CALLS.getRechargeList, user, { state: 'position' })).items).toEqual([])
    expect((await house.call(CALLS.getRechargeList, other, { state: 'position' })).items).toHaveLength(1)
    expect(() => CALLS.rechargeRecord.request.parse({ txHash: '0x12' })).toThrow() // 10002 at the API
    for (let n = 0; n < 110; n += 1)
      await house.call(CALLS.rechargeRecord, user, { txHash: `0x${n.toString(16).padStart(64, '0')}` })
    const { rows } = await house.database.read.query({ text: 'SELECT count(*) FROM recharge' })
    expect(rows).toEqual([{ count: 100n }]) // nobody fills the table
    await house.travel(8 * DAY)
    expect(await rechargeOf(house, user, txHash)).toBeUndefined()
  })

  test('are paged, newest first', async () => {
    const { house, user } = await open()
    const hashes: Hex[] = []
    for (let n = 0; n < 3; n += 1)
      hashes.push(await deposit(house, user.wallet, { packageId: 1, token: 'USDT', amount: 100n * ONE }))
    await house.finalize()
    const first = await house.call(CALLS.getRechargeList, user, { limit: 2 })
    const second = await house.call(CALLS.getRechargeList, user, { limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ txHash }) => txHash)).toEqual(hashes.toReversed())
    expect(second.nextCursor).toBeNull()
    const positions = await house.call(CALLS.getPackageOrderList, user, { limit: 2 })
    const rest = await house.call(CALLS.getPackageOrderList, user, {
      limit: 2,
      cursor: positions.nextCursor ?? '',
    })
    expect([...positions.items, ...rest.items].map((one) => one.txHash)).toEqual(hashes.toReversed())
  })
})
