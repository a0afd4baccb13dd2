import { WAD } from '@dr/protocol/amounts'
import type { PackageIncome } from '@dr/protocol/calls/packages'
import { describe, expect, it } from 'vitest'
import {
  clockText,
  committedShare,
  mostWhole,
  packageProblem,
  percentOf,
  previewIncome,
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
  it('writes a daily rate as percent, never rounded up', () => {
    expect(percentOf(5n * 10n ** 14n)).toBe('0.05%')
    expect(percentOf(12n * 10n ** 14n)).toBe('0.12%')
    expect(percentOf(199_999n * 10n ** 10n)).toBe('0.1999%')
  })

  it('tells how much of a budget is committed, and nothing of one that was never funded', () => {
    expect(committedShare(income())).toEqual({ share: 0.25, text: '25%' })
    expect(committedShare(income({ left: String(1_000n * WAD - 1n) }))?.text).toBe('<0.01%')
    expect(committedShare(income({ funded: '0', left: '0' }))).toBeNull()
  })

  it('writes opening hours', () => {
    expect(clockText(0)).toBe('00:00')
    expect(clockText(22 * 3_600 + 1_800)).toBe('22:30')
  })
})

describe('the income of a term', () => {
  const terms = { token: 'USDT', termDays: 30 } as const

  it('is the rate times the days in the same token', () => {
    expect(previewIncome({ terms, income: income(), amount: 1_000n * WAD, prices: null })).toBe(15n * WAD)
  })

  it('is valued against the depositor in another: principal at the lower, income at the higher average', () => {
    const inDr = income({ token: 'DR', dailyRate: String(8n * 10n ** 14n) })
    expect(previewIncome({ terms, income: inDr, amount: 1_000n * WAD, prices })).toBe(96n * WAD)
    const ofDr = { token: 'DR', termDays: 30 } as const
    expect(previewIncome({ terms: ofDr, income: income(), amount: 1_000n * WAD, prices })).toBe(3n * WAD)
    expect(previewIncome({ terms, income: inDr, amount: WAD, prices: null })).toBeNull()
  })
})

describe('an amount', () => {
  const of = (amount: bigint, change: Partial<PackageIncome> = {}, balance?: bigint) =>
    packageProblem(income(change), { amount, minimum: 100n * WAD, balance })

  it('is whole, at least the minimum, at hand, and within the budget', () => {
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
    expect(mostWhole(income(), 9_000n * WAD + 5n)).toBe(5_000n * WAD)
    expect(mostWhole(income(), 120n * WAD + 5n)).toBe(120n * WAD)
    expect(mostWhole(income({ room: null }), undefined)).toBeNull()
  })
})
