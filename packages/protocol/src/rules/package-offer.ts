/**
 * Figures of a package's offer (docs/product.md 4 and 8), shared by the server that books it, the app that
 * offers it, and a test that compares them with a later withdrawal. Base units; rates and prices with 18
 * decimals.
 */
import { WAD } from '../amounts.ts'
import { burnShare, usdtVoucherBurn } from './withdrawal-burn.ts'

/** Token of a principal or an income. */
export type PackageToken = 'USDT' | 'DR'

/** Lower and higher of DR's averages in USDT. */
export interface DrPrices {
  readonly lower: bigint
  readonly higher: bigint
}

export interface IncomeTerms {
  readonly token: PackageToken
  readonly incomeToken: PackageToken
  /** Daily income as a share of the principal's value. */
  readonly dailyRate: bigint
  readonly termDays: number
  /** Null: no price now. */
  readonly prices: DrPrices | null
}

export const YEAR_DAYS = 365n

/** Price in the user's disfavour: the lower for principal, the higher for income. */
const priceOf = (token: PackageToken, prices: DrPrices | null, side: keyof DrPrices): bigint | null => {
  if (token === 'USDT') return WAD
  return prices === null ? null : prices[side]
}

/**
 * Base units of income for each base unit of principal over the whole term; null: it needs a missing price.
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

/** Income of the whole term for `amount` of principal, rounded down; null: it needs a missing price. */
export const termIncome = (terms: IncomeTerms & { readonly amount: bigint }): bigint | null => {
  const ratio = incomeRatio(terms)
  return ratio === null ? null : (terms.amount * ratio.num) / ratio.den
}

export interface NetIncome {
  readonly income: bigint
  /**
   * Burn of withdrawing the income, in its own token: part of DR; for USDT the worth of DR out of the
   * wallet.
   */
  readonly burn: bigint
  /** Income less the burn. The principal leaves in full. */
  readonly net: bigint
  /** Burned DR; null: its worth is known, but no price. */
  readonly burnDr: bigint | null
  /** `net` in USD, by the lower average for DR; null: no price now. */
  readonly worth: bigint | null
}

/** Net income of a term if everything is withdrawn. `drPrice`: 30-minute average. */
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

/** Simple yearly rate, without reinvestment. */
export const yearlyRate = (dailyRate: bigint): bigint => dailyRate * YEAR_DAYS

export interface PackageOffer {
  /** Simple rate, without reinvestment. */
  readonly yearlyRate: bigint
  /** Null: it needs a missing price. */
  readonly result: NetIncome | null
}

/** Figures of an offer for `amount` of principal. */
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
