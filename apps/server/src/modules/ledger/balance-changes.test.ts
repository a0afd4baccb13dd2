import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { alice, at, available, bob, fund, move, pool, post } from '../../../test/modules/ledger.ts'
import { balanceChanges, hold } from './index.ts'

const DAY = 86_400n
const dayOf = (date: Date): bigint => BigInt(date.getTime()) / 1_000n / DAY
const day = (number: number) => new Date(at.getTime() + number * 86_400_000)

describeOnBoth('balanceChanges', ({ openDatabase }) => {
  test('counts what came and left by day; a hold moves inside, another user’s money counts for them', async () => {
    const { read, single, transaction } = await openDatabase()
    await fund(single, alice, 100n)
    await transaction(async (tx) => {
      const orderId = '0198c0de-0000-7000-8000-000000000001'
      const order = { orderId, userId: alice, vault: 0, token: 'DR', amount: 60n } as const
      await hold(tx, { ...order, reason: 'withdrawal.hold', at: day(1), source: { kind: 'test' } })
      await post(tx, 'gift', [move(available(alice), available(bob), 5n)], { at: day(3) })
    })
    const of = (userId: typeof alice) => balanceChanges(read, { userId, bucketSeconds: DAY })
    const mine = await of(alice)
    expect(mine.balances).toEqual({ USDT: 0n, DR: 95n })
    expect(mine.readFrom).toBeNull()
    expect([...mine.changes].sort((a, b) => Number(a.bucket - b.bucket))).toEqual([
      { token: 'DR', bucket: dayOf(at), change: 100n },
      { token: 'DR', bucket: dayOf(day(3)), change: -5n },
    ])
    expect(await of(bob)).toMatchObject({ changes: [{ token: 'DR', bucket: dayOf(day(3)), change: 5n }] })
  })

  test('reads no more than its limit, and says from when on it is complete', async () => {
    const { read, single } = await openDatabase()
    await fund(single, alice, 100n)
    for (let number = 1; number <= 6; number++)
      await post(single, `back:${number}`, [move(available(alice), pool, 1n)], { at: day(number) })
    const cut = await balanceChanges(read, { userId: alice, bucketSeconds: DAY, postingsMax: 4 })
    expect(cut.balances.DR).toBe(94n)
    expect(cut.readFrom).toBe(BigInt(day(3).getTime()) / 1_000n)
    expect(cut.changes.map(({ bucket }) => bucket).sort()).toEqual([3, 4, 5, 6].map((n) => dayOf(day(n))))
  })

  test('of a user without accounts there is nothing', async () => {
    const { read } = await openDatabase()
    expect(await balanceChanges(read, { userId: bob, bucketSeconds: DAY })).toEqual({
      balances: { USDT: 0n, DR: 0n },
      changes: [],
      readFrom: null,
    })
  })
})
