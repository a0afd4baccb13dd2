import { NO_PROOF } from '@dr/protocol/roots/proof'
import { burnShare } from '@dr/protocol/rules/withdrawal-burn'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BookReport } from '../../../exit/report.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { arriving, endedFor, floorOf, grantedBy, tooYoung, usedBooks, withheldOf } from './exit-sums.ts'

const address = `0x${'1'.repeat(40)}` as const
const book = (name: BookReport['name'], claimable: bigint, withheld = 0n): BookReport => ({
  vault: address,
  token: address,
  name,
  line: 'none',
  earned: 0n,
  credited: 0n,
  free: 0n,
  left: 0n,
  claimable,
  held: 1_000n,
  proof: NO_PROOF,
  claim:
    claimable === 0n
      ? null
      : {
          argument: claimable,
          amount: claimable,
          withoutBurn: claimable,
          withheld,
          arrives: claimable - withheld,
          isShort: false,
        },
})
const miner = book({ vault: 0, token: 'DR' }, 100n, 5n)
const node = book({ vault: 2, token: 'DR' }, 40n)
const nodeUsdt = book({ vault: 2, token: 'USDT' }, 30n)
const empty = book({ vault: 1, token: 'USDT' }, 0n)
const books = [miner, node, nodeUsdt, empty]
const balance = (
  account: 0 | 1 | 2,
  token: 'DR' | 'USDT',
  [available, held, locked]: readonly [number, number, number],
) =>
  ({
    account,
    token,
    available: String(available),
    held: String(held),
    locked: String(locked),
  }) as UserBalance

it('what arrives is after burn, summed by token; a book without a figure is not shown', () => {
  expect(arriving(books)).toEqual([
    { token: 'USDT', amount: 30n },
    { token: 'DR', amount: 135n },
  ])
  expect(usedBooks(books)).toEqual([miner, node, nodeUsdt])
})

it('too young is what the ledger owes beyond what is claimable, each book by itself', () => {
  const balances = [
    balance(0, 'DR', [110, 2, 0]),
    balance(2, 'DR', [10, 0, 0]),
    balance(2, 'USDT', [0, 0, 30]),
    balance(1, 'USDT', [7, 0, 0]),
  ]
  expect(tooYoung(books, balances)).toEqual([
    { token: 'USDT', amount: 7n },
    { token: 'DR', amount: 12n },
  ])
})

it('packages end for what the node account’s free balance does not cover', () => {
  const balances = [balance(2, 'USDT', [10, 5, 50]), balance(2, 'DR', [90, 0, 0])]
  expect(endedFor(nodeUsdt, 30n, balances)).toBe(20n)
  expect(endedFor(node, 40n, balances)).toBe(0n)
  expect(endedFor(nodeUsdt, 30n, undefined)).toBeNull()
  expect(endedFor(miner, 100n, undefined)).toBe(0n)
})

it('a part takes the deposits first, and of the rest the same share as the whole', () => {
  const all = { argument: 0n, amount: 300n, withoutBurn: 100n, withheld: 10n, arrives: 290n, isShort: false }
  expect([50n, 100n, 140n, 300n].map((amount) => withheldOf(all, amount))).toEqual([0n, 0n, 2n, 10n])
  expect(withheldOf({ ...all, amount: 100n, withheld: 0n, arrives: 100n }, 100n)).toBe(0n)
})

it('a part withholds the burn of its own amount, as the contract’s rule has it, to the last unit', () => {
  const wei = fc.bigInt({ min: 10n ** 18n, max: 10n ** 30n })
  fc.assert(
    fc.property(
      wei,
      wei,
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 0n, max: 1_000n }),
      (a, b, free, bps) => {
        const [part, whole] = a < b ? [a, b] : [b, a]
        const burned = (amount: bigint) =>
          burnShare({ burnable: amount > free ? amount - free : 0n, burnBps: bps })
        const withheld = burned(whole)
        const withoutBurn = free < whole ? free : whole
        fc.pre(whole - withoutBurn >= 10_000n || whole === withoutBurn)
        const all = {
          argument: 0n,
          amount: whole,
          withoutBurn,
          withheld,
          arrives: whole - withheld,
          isShort: false,
        }
        expect(withheldOf(all, part)).toBe(burned(part))
      },
    ),
  )
})

it('the sum is the contract’s: earned and received, or the deposits alone where they let more leave', () => {
  const sums = { ...miner, earned: 10n, credited: 50n, free: 80n, left: 20n }
  expect(floorOf(sums)).toBe(80n)
  expect(floorOf({ ...sums, free: 60n })).toBeNull()
  expect([grantedBy(sums, 10n), grantedBy(sums, 40n), grantedBy({ ...sums, left: 200n }, 40n)]).toEqual([
    60n,
    70n,
    0n,
  ])
})
