import { CENT } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { DividendWeek, dividendPool } from '@dr/protocol/calls/dividends'

export type OpenWeek = ResponseOf<typeof dividendPool>['current']
export type { DividendWeek }
export type Payout = OpenWeek['available']
type Income = OpenWeek['income']

const SOURCES = ['swapFees', 'operator', 'carried'] as const satisfies readonly (keyof Income)[]

/** USDT of each source, base units, in display order. */
export const sourcesOf = (income: Income): readonly { name: (typeof SOURCES)[number]; payout: Payout }[] =>
  SOURCES.map((name) => ({ name, payout: income[name] }))

/**
 * USDT of the sources that are visible with two decimals, for the card; without any, the first with 0.
 */
export const shownSources = (income: Income): readonly { name: (typeof SOURCES)[number]; usdt: bigint }[] =>
  sourcesOf(income)
    .map(({ name, payout }) => ({ name, usdt: BigInt(payout.USDT) }))
    .map(({ name, usdt }) => ({ name, usdt: usdt < CENT ? 0n : usdt }))
    .filter(({ usdt }, index) => usdt > 0n || index === 0)
