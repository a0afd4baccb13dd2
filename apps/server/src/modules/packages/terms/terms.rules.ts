/**
 * A package's terms, and its income (docs/product.md 8). Pure; amounts in base units, rates and prices 18
 * decimals.
 */
import { WAD } from '@dr/protocol/amounts'
import type { ErrorName } from '@dr/protocol/errors'
import { type DrPrices, incomeRatio, type PackageToken, termIncome } from '@dr/protocol/rules/package-offer'
import type { ErrorDetails } from '../../../platform/app-error.ts'
import { isOpen, nextOpening, type OpeningHours } from './opening-hours.rules.ts'

export type { DrPrices, PackageToken }

export interface PackageTerms {
  readonly packageId: number
  readonly token: PackageToken
  readonly minimum: bigint
  readonly reinvestMinimum: bigint
  readonly termDays: number
  /** Income of a day as a share of the principal's value, for each token in which the package pays. */
  readonly dailyRates: Readonly<Partial<Record<PackageToken, bigint>>>
  readonly hours: OpeningHours
  /** False: orders are refused (1043); positions go on. */
  readonly offered: boolean
}

/** Whether the income is in another token than the principal, so that a price decides its amount. */
export const needsPrice = (terms: PackageTerms, incomeToken: PackageToken): boolean =>
  terms.token !== incomeToken

/** The value of `amount` base units in USD, 18 decimals, rounded down; 0 if there is no price. */
export const stakeValue = (token: PackageToken, amount: bigint, prices: DrPrices | null): bigint =>
  token === 'USDT' ? amount : (amount * (prices?.lower ?? 0n)) / WAD

/** `incomeRatio` of an offered income; null if it is not offered or has no price. */
const ratioOf = (terms: PackageTerms, incomeToken: PackageToken, prices: DrPrices | null) => {
  const dailyRate = terms.dailyRates[incomeToken]
  if (dailyRate === undefined) return null
  const { token, termDays } = terms
  return incomeRatio({ token, incomeToken, dailyRate, termDays, prices })
}

/**
 * Income of the whole term in base units, fixed when the deposit is final, rounded down. Null if it needs a
 * price and there is none.
 */
export const fixIncome = (
  terms: PackageTerms,
  order: {
    readonly amount: bigint
    readonly incomeToken: PackageToken
    readonly prices: DrPrices | null
  },
): bigint | null => {
  const dailyRate = terms.dailyRates[order.incomeToken]
  if (dailyRate === undefined) return null
  const { token, termDays } = terms
  return termIncome({ token, termDays, dailyRate, ...order })
}

/**
 * Maximum principal, in whole tokens, whose income `budget` covers; null if nothing limits it, or there is no
 * price.
 */
export const roomLeft = (
  terms: PackageTerms,
  input: { readonly budget: bigint; readonly incomeToken: PackageToken; readonly prices: DrPrices | null },
): bigint | null => {
  const ratio = ratioOf(terms, input.incomeToken, input.prices)
  if (ratio === null || ratio.num === 0n) return null
  const max = ((input.budget + 1n) * ratio.den - 1n) / ratio.num
  return max - (max % WAD)
}

export interface PackageOrder {
  readonly amount: bigint
  readonly incomeToken: PackageToken | undefined
  /** Time of the deposit's block; for a quote or a reinvestment, the chain's clock. */
  readonly at: bigint
  readonly reinvest: boolean
}

/** Reason why a package refuses an order, or null. Budget and price are not checked here. */
export const refusalOf = (terms: PackageTerms | undefined, order: PackageOrder): ErrorName | null => {
  if (!terms?.offered) return 'PACKAGE_NOT_FOUND'
  if (order.incomeToken === undefined || terms.dailyRates[order.incomeToken] === undefined)
    return 'INCOME_TYPE_MISSING'
  if (order.amount % WAD !== 0n) return 'NOT_A_WHOLE_NUMBER'
  if (order.reinvest && order.amount < terms.reinvestMinimum) return 'BELOW_REINVEST_MINIMUM'
  if (!order.reinvest && order.amount < terms.minimum) return 'BELOW_PACKAGE_MINIMUM'
  return isOpen(terms.hours, order.at) ? null : 'OUTSIDE_OPENING_HOURS'
}

/** Details of a refusal for the app: base units, Unix seconds. */
export const refusalDetails = (
  refusal: ErrorName,
  terms: PackageTerms | undefined,
  { at }: PackageOrder,
): { readonly details?: ErrorDetails } => {
  if (!terms?.offered) return {}
  if (refusal === 'BELOW_PACKAGE_MINIMUM') return { details: { minimum: terms.minimum } }
  if (refusal === 'BELOW_REINVEST_MINIMUM') return { details: { minimum: terms.reinvestMinimum } }
  if (refusal === 'INCOME_TYPE_MISSING') return { details: { offered: Object.keys(terms.dailyRates) } }
  if (refusal === 'OUTSIDE_OPENING_HOURS')
    return { details: { nextOpening: Number(nextOpening(terms.hours, at)) } }
  return {}
}
