import { WAD } from '@dr/protocol/amounts'
import { DAY_SECONDS, HOUR_SECONDS } from '@dr/protocol/constants'
import { YEAR_DAYS } from '@dr/protocol/rules/package-offer'
import type { NewPackage } from './seed-packages.ts'

/**
 * Daily rate, 18 decimals, for tenths of a percent a year; rounded up, so that 365 days give at least the
 * yearly rate.
 */
const perDay = (yearlyTenths: bigint): bigint => (yearlyTenths * 10n ** 15n + YEAR_DAYS - 1n) / YEAR_DAYS
const FOR_30_DAYS = { USDT: perDay(48n), DR: perDay(60n) }
const FOR_90_DAYS = { USDT: perDay(72n), DR: perDay(90n) }
const ALWAYS = { opensAtSecond: 0, closesAtSecond: DAY_SECONDS }
const UNTIL_22 = { opensAtSecond: 0, closesAtSecond: 22 * HOUR_SECONDS }

/** The packages on offer by default. Rates are shares of the principal's value for each day of the term. */
export const DEFAULT_PACKAGES: readonly NewPackage[] = [
  {
    packageId: 1,
    token: 'USDT',
    minimum: 100n * WAD,
    reinvestMinimum: 10n * WAD,
    termDays: 30,
    dailyRates: FOR_30_DAYS,
    hours: ALWAYS,
  },
  {
    packageId: 2,
    token: 'USDT',
    minimum: 500n * WAD,
    reinvestMinimum: 50n * WAD,
    termDays: 90,
    dailyRates: FOR_90_DAYS,
    hours: ALWAYS,
  },
  {
    packageId: 3,
    token: 'DR',
    minimum: 1_000n * WAD,
    reinvestMinimum: 100n * WAD,
    termDays: 30,
    dailyRates: FOR_30_DAYS,
    hours: UNTIL_22,
  },
  {
    packageId: 4,
    token: 'POD',
    minimum: 1n,
    reinvestMinimum: 1n,
    termDays: 0,
    dailyRates: {},
    hours: ALWAYS,
  },
]
