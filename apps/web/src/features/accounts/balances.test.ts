import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import {
  type Balance,
  balancesOf,
  canWithdraw,
  freeOf,
  ownedOf,
  partOf,
  worthOf,
  worthOfAll,
} from './balances.ts'

const wad = (whole: bigint): string => String(whole * WAD)
const none = { held: '0', locked: '0', pending: '0', unreturned: '0' }
const balances: readonly Balance[] = [
  { ...none, account: 0, token: 'DR', available: wad(100n), held: wad(10n), pending: null },
  { ...none, account: 1, token: 'USDT', available: wad(5n) },
  { ...none, account: 1, token: 'DR', available: '0' },
  { ...none, account: 2, token: 'USDT', available: wad(1n), locked: wad(500n), pending: wad(3n) },
  { ...none, account: 2, token: 'DR', available: '0' },
]

describe('what is owned', () => {
  it('is available, held and locked, without what is pending', () => {
    expect(balances.map(ownedOf)).toEqual([110n * WAD, 5n * WAD, 0n, 501n * WAD, 0n])
  })
  it('is outside packages what is not locked', () => {
    expect(balances.map(freeOf)).toEqual([110n * WAD, 5n * WAD, 0n, WAD, 0n])
  })
  it('a pending amount that is unknown adds nothing', () => {
    expect(balances.map((balance) => partOf(balance, 'pending'))).toEqual([0n, 0n, 0n, 3n * WAD, 0n])
  })
  it('is found by account', () => {
    expect(balancesOf(balances, 2).map(({ token }) => token)).toEqual(['USDT', 'DR'])
  })
})

describe('worth in USDT', () => {
  it('adds all accounts', () => {
    expect(worthOfAll(balances, ownedOf, WAD / 4n)).toBe((110n * WAD) / 4n + 506n * WAD)
  })
  it('is unknown where there is DR and no price, and known where there is none', () => {
    expect(worthOfAll(balances, ownedOf, undefined)).toBeUndefined()
    expect(worthOfAll(balancesOf(balances, 2), ownedOf, undefined)).toBe(501n * WAD)
    expect(worthOf('DR', 1n, undefined)).toBeUndefined()
  })
  it('is cut, never rounded up', () => {
    expect(worthOf('DR', 1n, WAD - 1n)).toBe(0n)
  })
})

it('can be withdrawn from the minimum on, of deposits in any amount, and of nothing never', () => {
  const minimum = { DR: wad(10n), USDT: wad(10n) }
  const of = (available: bigint, unreturned = '0') =>
    ({ token: 'DR', available: wad(available), unreturned }) as const
  expect(canWithdraw(of(10n), minimum)).toBe(true)
  expect(canWithdraw(of(9n), minimum)).toBe(false)
  expect(canWithdraw(of(9n, '1'), minimum)).toBe(true)
  expect(canWithdraw(of(0n, '1'), minimum)).toBe(false)
})
