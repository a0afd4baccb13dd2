/**
 * Figures of a package's offer (docs/product.md 4 and 8): for the server that books it, the app that
 * offers it, and the test that holds each figure to what a withdrawal then pays. Base units; rates and prices
 * with 18 decimals.
 */
import { WAD } from '../amounts.ts'
import { burnShare, usdtVoucherBurn } from './withdrawal-burn.ts'

/** What is staked, and what income is paid in. */
export type PackageToken = 'USDT' | 'DR'

/** Averages of DR in USDT, the lower and the higher of them. */
export interface DrPrices {
  readonly lower: bigint
  readonly higher: bigint
}

export interface IncomeTerms {
  readonly token: PackageToken
  readonly incomeToken: PackageToken
  /** Income of a day as a share of the principal's value. */
  readonly dailyRate: bigint
  readonly termDays: number
  /** Null: no price now. */
  readonly prices: DrPrices | null
}

export const YEAR_DAYS = 365n

/** Prices as they count against the user: principal at the lower, income at the higher. */
const priceOf = (token: PackageToken, prices: DrPrices | null, side: keyof DrPrices): bigint | null => {
  if (token === 'USDT') return WAD
  return prices === null ? null : prices[side]
}

/**
 * Base units of income for each base unit of principal over the whole term; null: it needs a price, and there
 * is none.
 */
export const incomeRatio = (terms: IncomeTerms): { readonly num: bigint; readonly den: bigint } | null => {
  const { token, incomeToken, dailyRate, prices } = terms
  const days = BigInt(terms.termDays)
  if (incomeToken === token) return { num: dailyRate * days, den: WAD }
  const principalPrice = priceOf(token, prices, 'lower')
  const incomePrice = priceOf(incomeToken, prices, 'higher')
  if (principalPrice === null || incomePrice === null || incomePrice === 0n) return null
  return { num: dailyRate * days * principalPrice, den: WAD * incomePrice }
}

/**
 * Income of the whole term for `amount` of principal, rounded down; null where it needs a price and there is
 * none.
 */
export const termIncome = (terms: IncomeTerms & { readonly amount: bigint }): bigint | null => {
  const ratio = incomeRatio(terms)
  return ratio === null ? null : (terms.amount * ratio.num) / ratio.den
}

export interface NetIncome {
  readonly income: bigint
  /**
   * What withdrawing the income burns, in its own token: of DR a part of it, of USDT the worth of DR out of
   * the wallet.
   */
  readonly burn: bigint
  /** Income less the burn. The principal comes out whole. */
  readonly net: bigint
  /** DR that is burned; null: its worth is known, and no price to tell it by. */
  readonly burnDr: bigint | null
  /** `net` in USD, by the lower average where it is DR; null: no price now. */
  readonly worth: bigint | null
}

/** What is left of a term's income when everything is withdrawn. `drPrice`: the average of 30 minutes. */
export const netIncome = (input: {
  readonly income: bigint
  readonly incomeToken: PackageToken
  readonly burnBps: bigint
  readonly prices: (DrPrices & { readonly price: bigint }) | null
}): NetIncome => {
  const { income, incomeToken, burnBps, prices } = input
  const burn = burnShare({ burnable: income, burnBps })
  const net = income - burn
  if (incomeToken === 'DR') {
    return { income, burn, net, burnDr: burn, worth: prices === null ? null : (net * prices.lower) / WAD }
  }
  const burnDr =
    prices === null ? null : usdtVoucherBurn({ burnable: income, burnBps, drPrice: prices.price })
  return { income, burn, net, burnDr, worth: net }
}

/** Of a year, without reinvesting: the simple rate. */
export const yearlyRate = (dailyRate: bigint): bigint => dailyRate * YEAR_DAYS

export interface PackageOffer {
  /** Of a year, without reinvesting: the simple rate. */
  readonly yearlyRate: bigint
  /** Null: it needs a price, and there is none now. */
  readonly result: NetIncome | null
}

/** An offer's figures for `amount` of principal. */
export const packageOffer = (
  input: Omit<IncomeTerms, 'prices'> & {
    readonly amount: bigint
    readonly burnBps: bigint
    readonly prices: (DrPrices & { readonly price: bigint }) | null
  },
): PackageOffer => {
  const { incomeToken, dailyRate, burnBps, prices } = input
  const income = termIncome(input)
  return {
    yearlyRate: yearlyRate(dailyRate),
    result: income === null ? null : netIncome({ income, incomeToken, burnBps, prices }),
  }
}
