import type { DividendWeek } from '@dr/protocol/calls/dividends'
import { describe, expect, it } from 'vitest'
import { podReturnText } from './pod-return.tsx'

const ONE = 10n ** 18n
const none = { USDT: '0', DR: '0' }
const config = {
  powerBps: 20_000,
  dividends: { dividendBps: 8_750, prizeBps: 1_250, weekCapBps: 2_000, winners: 20, winnerCapBps: 1_000 },
}
const week = (fees: bigint): DividendWeek => ({
  week: 1,
  startsAt: 0,
  endsAt: 1,
  closedAt: 1,
  available: none,
  income: { swapFees: { USDT: String(fees * ONE), DR: '0' }, operator: none, carried: none },
  pledged: String(5n * ONE),
  dividends: none,
  perUnit: '0',
  prizes: [],
  prizeTotal: none,
  carried: none,
  drPrice: null,
  result: null,
})
/** The key with its filled-in values. */
const t = (key: string, values: object = {}): string => [key, ...Object.values(values)].join(' ')
const said = (closed: DividendWeek | undefined, pledged = 0n) =>
  podReturnText(t as never, 200n * ONE, { week: closed, pledged: pledged * ONE, config })

describe('what fees like last week’s would make of POD power', () => {
  it('is said in weeks below a year, in years from there on', () => {
    expect(said(week(1_000_000n))).toBe('tx.pod.weeks 4')
    expect(said(week(800n), 99_800n)).toBe('tx.pod.years 1.9 1.9')
  })
  it('shares with all who earn when it joins, not with the fewer of the last week', () => {
    // 100 DR of 28 November: 1,862 pledged in the week that closed, 6,736 from Monday on
    expect(said(week(100n), 1_862n)).toBe('tx.pod.weeks 16')
    expect(said(week(100n), 6_736n)).toBe('tx.pod.years 1.1 1.1')
  })
  it('is never without fees, whatever was carried over or put in, and unknown before a week has closed', () => {
    const rich = { USDT: String(1_000_000n * ONE), DR: '0' }
    const sponsored = week(0n)
    expect(
      said({ ...sponsored, carried: rich, income: { ...sponsored.income, operator: rich, carried: rich } }),
    ).toBe('tx.pod.never')
    expect(said(undefined)).toBe('tx.pod.noWeek')
  })
})
