import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { bookKey, createCounter, type VaultEvent } from './vault-counts.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const [DR, USDT, vault, ada, ben] = ['a', 'b', 'c', 'd', 'e'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const event = (eventName: string, args: Readonly<Record<string, unknown>>): VaultEvent =>
  ({ address: vault, eventName, args }) as unknown as VaultEvent

it('counts as the contract does: a deposit after a payment secures itself', () => {
  const counter = createCounter({ DR, USDT })
  const steps: readonly (readonly [VaultEvent, object])[] = [
    [
      event('DepositRecorded', { account: ada, token: DR, amount: 10n }),
      { credited: 10n, paid: 0n, free: 10n },
    ],
    [event('WithdrawnDR', { account: ada, amount: 25n }), { credited: 10n, paid: 25n, free: 10n }],
    [
      event('DepositRecorded', { account: ada, token: DR, amount: 4n }),
      { credited: 14n, paid: 25n, free: 29n },
    ],
    [event('Claimed', { account: ada, token: DR, amount: 3n }), { credited: 14n, paid: 28n, free: 29n }],
    [
      event('TransferredWithin', { from: ben, to: ada, token: DR, amount: 7n }),
      { credited: 21n, paid: 28n, free: 29n },
    ],
  ]
  for (const [happened, counts] of steps) {
    counter.add(happened)
    expect(counter.read().get(bookKey(vault, DR))?.accounts.get(ada)).toEqual(counts)
  }
  counter.add(event('WithdrawnUSDT', { account: ben, amount: 2n }))
  const books = counter.read()
  expect(books.get(bookKey(vault, DR))).toEqual({
    accounts: new Map([
      [ada, { credited: 21n, paid: 28n, free: 29n }],
      [ben, { credited: 0n, paid: 7n, free: 0n }],
    ]),
    floors: new Map([
      [ada, { highest: 15n, byVouchers: 15n }],
      [ben, { highest: 7n, byVouchers: 0n }],
    ]),
    totals: { totalDeposited: 14n, totalPaid: 28n, totalTransferred: 7n },
  })
  expect(books.get(bookKey(vault, USDT))?.totals.totalPaid).toBe(2n)
})

it('gives copies, which later events do not change', () => {
  const counter = createCounter({ DR, USDT })
  counter.add(event('WithdrawnDR', { account: ada, amount: 1n }))
  const before = counter.read()
  counter.add(event('WithdrawnDR', { account: ada, amount: 1n }))
  expect(before.get(bookKey(vault, DR))?.accounts.get(ada)?.paid).toBe(1n)
  expect(before.get(bookKey(vault, DR))?.totals.totalPaid).toBe(1n)
})
