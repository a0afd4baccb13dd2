import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import {
  earningsText,
  formatIn,
  formatNet,
  formatPaid,
  formatPrice,
  formatRate,
  formatUsd,
  formatUsdCost,
  formatUsdSet,
  formatWorth,
  formatWorthBeside,
} from './rate-text.ts'
import type { Translate } from './translate.ts'

const t: Translate = (key, values) => `${key}(${Object.values(values ?? {}).join()})`

describe('figures a day', () => {
  it.each([
    [12_500n * WAD, '12,500'],
    [(50_000n * WAD) / 9n, '5,555'],
    [100n * WAD - 1n, '99.99'],
    [WAD / 3n, '0.333333'],
    [0n, '0'],
  ])('%s base units are shown as %s', (amount, text) => {
    expect(formatRate(amount)).toBe(text)
  })
  it.each([
    [6_250n * WAD + WAD / 2n, '$6,250'],
    [(6n * WAD) / 10n, '$0.60'],
    [2n * WAD, '$2'],
    [-5n * WAD, '−$5'],
    [(-6n * WAD) / 10n, '−$0.60'],
    [-6_250n * WAD - WAD / 2n, '−$6,250'],
  ])('a value of %s is %s', (value, text) => {
    expect(formatUsd(value)).toBe(text)
  })
  it.each([
    [WAD / 2n, '$0.50'],
    [WAD, '$1.00'],
    [WAD / 8n, '$0.125'],
    [-WAD / 2n, '−$0.50'],
    [1_234_567_891n * 10n ** 9n, '$1.234567'],
  ])('a price of %s is %s', (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })
  it.each([
    [(575_528n * WAD) / 100n, '$5,755.28', '≈ $5,755.28'],
    [2n * WAD, '$2.00', '≈ $2.00'],
    [0n, '$0.00', '≈ $0.00'],
    [WAD / 100n, '$0.01', '≈ $0.01'],
    [WAD / 100n - 1n, '< $0.01', '< $0.01'],
    [1n, '< $0.01', '< $0.01'],
  ])('what is worth %s now is written %s, and beside its amount %s', (value, text, beside) => {
    expect(formatWorth(value)).toBe(text)
    expect(formatWorthBeside(value)).toBe(beside)
  })
  it.each([
    [5_000n * WAD, '$5,000'],
    [(1_999n * WAD) / 2n, '$999.50'],
    [0n, '$0'],
  ])('what a rule sets, %s, has cents only where there are some: %s', (value, text) => {
    expect(formatUsdSet(value)).toBe(text)
    expect(formatIn('USD', value)).toBe(text)
  })
  it('an amount of a token has its name behind it, one in dollars the sign in front', () => {
    expect([formatIn('DR', 100n * WAD), formatIn('USD', 10_000n * WAD)]).toEqual(['100 DR', '$10,000'])
  })
  it('a cost is rounded up to the cent', () => {
    expect(formatUsdCost((250n * WAD) / 26n)).toBe('$9.62')
    expect(formatUsdCost(10n * WAD)).toBe('$10')
    expect(formatPaid((10_067n * WAD) / 100n - 1n)).toBe('≈ $100.67')
    // What the price moved between form and receipt is no other figure.
    expect(formatPaid(100n * WAD + 25n * 10n ** 12n)).toBe('≈ $100')
    expect(formatPaid(100n * WAD + 101n * 10n ** 12n)).toBe('≈ $100.01')
  })
  it('without a price the tokens are by themselves', () => {
    const perDay = 12_500n * WAD
    expect(earningsText(t, { perDay, perDayUsd: null })).toBe('rates.perDay(12,500)')
    expect(earningsText(t, { perDay, perDayUsd: perDay / 2n })).toBe('rates.perDay(12,500) · ≈ $6,250')
  })
  it.each([
    [(36_040n * WAD) / 100n, '+$360'],
    [-(17_312n * WAD) / 100n, '−$174'],
    [-1n, '−$1'],
    [WAD - 1n, '$0'],
    [0n, '$0'],
    [12_345n * WAD, '+$12,345'],
  ])('a gain of %s is cut, a loss rounded up: %s', (value, text) => {
    expect(formatNet(value)).toBe(text)
  })
})
