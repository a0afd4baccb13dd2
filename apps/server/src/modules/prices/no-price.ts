/** The one place that knows a missing price (NO_PRICE, 30002) by its error. */
import { AppError } from '../../platform/app-error.ts'

const ORACLE_REASONS: readonly unknown[] = ['PoolTooShallow', 'WindowNotFull', 'zero']

/** There is no price, or no chain to ask for one. */
export const isNoPrice = (error: unknown): error is AppError =>
  error instanceof AppError && error.error === 'NO_PRICE'

/** The oracle was asked, and has no price now. A chain that can't be asked is another matter. */
export const isUnpriced = (error: unknown): error is AppError =>
  isNoPrice(error) && ORACLE_REASONS.includes(error.details?.reason)

const nullWhere =
  (isMissing: (error: unknown) => boolean) =>
  <T>(reading: Promise<T>): Promise<T | null> =>
    reading.catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })

/** The result, or null without a price: for answers that are shown even so. Any other failure is thrown. */
export const priceOrNull = nullWhere(isNoPrice)

/** The same, but null only if the oracle has no price; an unavailable chain is thrown. */
export const oraclePriceOrNull = nullWhere(isUnpriced)
