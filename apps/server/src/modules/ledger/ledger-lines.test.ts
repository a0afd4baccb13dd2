import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { alice, at, available, bob, fund, move, post } from '../../../test/modules/ledger.ts'
import { account, hold, type JournalReason, ledgerLines, releaseHold } from './index.ts'

const orderId = '0198c0de-0000-7000-8000-000000000001'
const day = (number: number) => new Date(at.getTime() + number * 86_400_000)

describeOnBoth('ledgerLines', ({ openDatabase }) => {
  test('show what changed, newest first, with where it came from', async () => {
    const { read, single, transaction } = await openDatabase()
    await fund(single, alice, 100n)
    const source = { kind: 'withdrawal', orderId }
    await transaction(async (tx) => {
      const order = { orderId, userId: alice, vault: 0, token: 'DR', amount: 60n } as const
      await hold(tx, { ...order, reason: 'withdrawal.hold', at: day(1), source })
      await releaseHold(tx, { orderId, as: 'expired', reason: 'withdrawal.returned', at: day(2), source })
      await post(tx, 'gift', [move(available(alice), available(bob), 5n)], {
        at: day(3),
        reason: 'claim.received',
      })
    })
    const { items, nextCursor } = await ledgerLines(read, { userId: alice, limit: 10 })
    expect(nextCursor).toBeNull()
    expect(
      items.map(({ reason, availableChange, heldChange }) => [reason, availableChange, heldChange]),
    ).toEqual([
      ['claim.received', -5n, 0n],
      ['withdrawal.returned', 60n, -60n],
      ['withdrawal.hold', -60n, 60n],
      ['test.move', 100n, 0n],
    ])
    expect(items[1]).toMatchObject({
      at: day(2),
      vault: 0,
      token: 'DR',
      amount: 60n,
      fromKind: 'user-held',
      toKind: 'user-available',
      source,
    })
    const ofBob = await ledgerLines(read, { userId: bob, limit: 10 })
    expect(ofBob.items.map(({ availableChange }) => availableChange)).toEqual([5n])
  })

  test('come in pages, each line once, and filtered', async () => {
    const { read, single } = await openDatabase()
    await fund(single, alice, 100n)
    const reasons = ['mining.collect', 'mining', 'miningx', 'withdrawal.hold']
    for (let index = 0; index < 12; index++) {
      const reason = reasons[index % reasons.length] as JournalReason
      await post(single, `k${index}`, [move(available(alice), available(bob), 1n)], {
        at: day(index),
        reason,
      })
    }
    const seen: bigint[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await ledgerLines(read, { userId: alice, limit: 4, cursor })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
      pages++
    } while (cursor !== undefined)
    expect(pages).toBe(4)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => (a > b ? -1 : 1)))
    expect(seen).toHaveLength(13)

    const count = async (filter: Parameters<typeof ledgerLines>[1]['filter'] & object) =>
      (await ledgerLines(read, { userId: alice, limit: 50, filter })).items.length
    expect(await count({ reason: 'mining' })).toBe(6)
    expect(await count({ reason: 'mining.collect' })).toBe(3)
    expect(await count({ from: day(2), to: day(5) })).toBe(3)
    expect(await count({ vault: 1 })).toBe(0)
    expect(await count({ token: 'USDT' })).toBe(0)
    expect(await count({ token: 'DR', vault: 0 })).toBe(13)
  })

  test('a cursor that was never issued is a bad parameter', async () => {
    const { read } = await openDatabase()
    for (const cursor of ['', 'x', 'AAAAAAAAAAAA', '//////////8', 'AAAAAAAAAAE=']) {
      await expect(ledgerLines(read, { userId: alice, limit: 1, cursor })).rejects.toMatchObject({
        code: 10002,
      })
    }
  })

  test('a user without postings has none', async () => {
    const { read } = await openDatabase()
    expect(await ledgerLines(read, { userId: alice, limit: 5 })).toEqual({ items: [], nextCursor: null })
    expect(account({ vault: 1, token: 'USDT', kind: 'chain' })).toBe('1:USDT:chain')
  })
})
