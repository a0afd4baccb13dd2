import { WAD } from '@dr/protocol/amounts'
import type { PackageIncome } from '@dr/protocol/calls/packages'
import { describe, expect, it } from 'vitest'
import {
  clockText,
  exampleOf,
  exampleStays,
  maxWhole,
  offerOf,
  packageProblem,
  wholeTokens,
} from './package-view.ts'

const income = (change: Partial<PackageIncome> = {}): PackageIncome => ({
  token: 'USDT',
  dailyRate: String(5n * 10n ** 14n),
  chainPackageId: '2',
  funded: String(1_000n * WAD),
  left: String(750n * WAD),
  room: String(5_000n * WAD),
  fundedUntil: 1_800_000_000,
  fundings: [],
  ...change,
})
const prices = {
  price: String((WAD * 2n) / 10n),
  price24h: String(WAD / 4n),
  lower: String(WAD / 5n),
  higher: String(WAD / 4n),
  blockNumber: 1,
  blockTime: 1,
  source: `0x${'1'.repeat(40)}`,
}

describe('what a package shows', () => {
  it('compares offers on 1,000 tokens, or the minimum where that is more', () => {
    expect(exampleOf({ minimum: String(100n * WAD) })).toBe(1_000n * WAD)
    expect(exampleOf({ minimum: String(5_000n * WAD) })).toBe(5_000n * WAD)
  })

  it('says where the income of the example is too little to be withdrawn', () => {
    const item = { token: 'USDT', termDays: 30, minimum: String(100n * WAD) } as const
    const stays = (token: 'DR' | 'USDT', minimum: bigint | undefined, known = true) =>
      exampleStays({ item, income: income({ token }), prices: known ? prices : null, minimum })
    // 1.5 % of 1,000 USDT, at 0.25 USDT for one DR.
    expect(stays('DR', 61n * WAD)).toBe(true)
    expect(stays('DR', 60n * WAD)).toBe(false)
    expect(stays('DR', undefined)).toBe(true)
    expect(stays('DR', 61n * WAD, false)).toBe(false)
    // It leaves together with the principal.
    expect(stays('USDT', 50n * WAD)).toBe(false)
  })

  it('writes opening hours', () => {
    expect(clockText(0)).toBe('00:00')
    expect(clockText(22 * 3_600 + 1_800)).toBe('22:30')
  })
})

describe('an offer', () => {
  const terms = { token: 'USDT', termDays: 30 } as const
  const of = (change: Partial<PackageIncome>, given: typeof prices | null) =>
    offerOf({ terms, income: income(change), amount: 1_000n * WAD, prices: given, burnBps: 500n })

  it('is what the shared rule says, by the averages that the server sent', () => {
    expect(of({}, null).result).toMatchObject({ income: 15n * WAD, net: (1_425n * WAD) / 100n, burnDr: null })
    expect(of({}, prices).result?.burnDr).toBe((375n * WAD) / 100n)
    const inDr = of({ token: 'DR', dailyRate: String(8n * 10n ** 14n) }, prices)
    expect(inDr.result).toMatchObject({ income: 96n * WAD, worth: (1_824n * WAD) / 100n })
    expect(inDr.yearlyRate).toBe(2_920n * 10n ** 14n)
    expect(of({ token: 'DR' }, null).result).toBeNull()
  })
})

describe('an amount', () => {
  const of = (amount: bigint, change: Partial<PackageIncome> = {}, balance?: bigint) =>
    packageProblem(income(change), { amount, minimum: 100n * WAD, balance })

  it('is whole, at least the minimum, in the wallet, and within the budget', () => {
    expect(of(100n * WAD)).toBeNull()
    expect(of(100n * WAD + 1n)).toBe('not-whole')
    expect(of(99n * WAD)).toBe('below-minimum')
    expect(of(200n * WAD, {}, 199n * WAD)).toBe('above-balance')
    expect(of(5_001n * WAD)).toBe('above-room')
    expect(of(100n * WAD, { room: '0' })).toBe('full')
    expect(of(6_000n * WAD, { room: null })).toBeNull()
  })

  it('at most is whole, and the lesser of wallet and budget', () => {
    expect(wholeTokens(WAD + 1n)).toBe(WAD)
    expect(maxWhole(income(), 9_000n * WAD + 5n)).toBe(5_000n * WAD)
    expect(maxWhole(income(), 120n * WAD + 5n)).toBe(120n * WAD)
    expect(maxWhole(income({ room: null }), undefined)).toBeNull()
  })
})
