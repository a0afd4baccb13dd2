import { WAD } from '@dr/protocol/amounts'
import { DAY_SECONDS, HOUR_SECONDS } from '@dr/protocol/constants'
import type { NewPackage } from './seed-packages.ts'

/** A hundredth of a percent a day, 18 decimals. */
const BASIS_POINT = 10n ** 14n
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
    dailyRates: { USDT: 5n * BASIS_POINT, DR: 8n * BASIS_POINT },
    hours: ALWAYS,
  },
  {
    packageId: 2,
    token: 'USDT',
    minimum: 500n * WAD,
    reinvestMinimum: 50n * WAD,
    termDays: 90,
    dailyRates: { USDT: 8n * BASIS_POINT, DR: 12n * BASIS_POINT },
    hours: ALWAYS,
  },
  {
    packageId: 3,
    token: 'DR',
    minimum: 1_000n * WAD,
    reinvestMinimum: 100n * WAD,
    termDays: 30,
    dailyRates: { USDT: 6n * BASIS_POINT, DR: 10n * BASIS_POINT },
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
