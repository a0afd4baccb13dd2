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
  /** Income of a day as a share of the principal's value, for each token the package offers to pay it in. */
  readonly dailyRates: Readonly<Partial<Record<PackageToken, bigint>>>
  readonly hours: OpeningHours
  /** Not offered: as if it were not there (1043); positions go on. */
  readonly offered: boolean
}

/** Whether an income in this token is of another than the principal: then a price decides how much it is. */
export const needsPrice = (terms: PackageTerms, incomeToken: PackageToken): boolean =>
  terms.token !== incomeToken

/** The value of `amount` base units in USD, 18 decimals, rounded down; 0 if there is no price. */
export const stakeValue = (token: PackageToken, amount: bigint, prices: DrPrices | null): bigint =>
  token === 'USDT' ? amount : (amount * (prices?.lower ?? 0n)) / WAD

/** `incomeRatio` of what the package offers; null: not offered, or no price. */
const ratioOf = (terms: PackageTerms, incomeToken: PackageToken, prices: DrPrices | null) => {
  const dailyRate = terms.dailyRates[incomeToken]
  if (dailyRate === undefined) return null
  const { token, termDays } = terms
  return incomeRatio({ token, incomeToken, dailyRate, termDays, prices })
}

/**
 * The income of the whole term in token units, fixed when the deposit is final. Null if it needs a price and
 * there is none. Rounded down.
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
 * The maximum principal, in whole tokens, whose income `budget` covers; null if nothing limits it, or there
 * is no price.
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
  /** Of the block that decides: the deposit's, or the one clock's. */
  readonly at: bigint
  readonly reinvest: boolean
}

/** Why a package doesn't take an order, budget and price apart; null: it does. */
export const refusalOf = (terms: PackageTerms | undefined, order: PackageOrder): ErrorName | null => {
  if (!terms?.offered) return 'PACKAGE_NOT_FOUND'
  if (order.incomeToken === undefined || terms.dailyRates[order.incomeToken] === undefined)
    return 'INCOME_TYPE_MISSING'
  if (order.amount % WAD !== 0n) return 'NOT_A_WHOLE_NUMBER'
  if (order.reinvest && order.amount < terms.reinvestMinimum) return 'BELOW_REINVEST_MINIMUM'
  if (!order.reinvest && order.amount < terms.minimum) return 'BELOW_PACKAGE_MINIMUM'
  return isOpen(terms.hours, order.at) ? null : 'OUTSIDE_OPENING_HOURS'
}

/**
 * What such a refusal says beside its name, so that the app need not look it up. Base units, Unix seconds.
 */
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
