/** Recognises the error of a missing price (NO_PRICE, 30002). */
import { AppError } from '../../platform/app-error.ts'

const ORACLE_REASONS: readonly unknown[] = ['PoolTooShallow', 'WindowNotFull', 'zero']

/** Whether there is no price, or no chain to ask for one. */
export const isNoPrice = (error: unknown): error is AppError =>
  error instanceof AppError && error.error === 'NO_PRICE'

/** Whether the oracle answered that it has no price now; false if the chain cannot be asked. */
export const isUnpriced = (error: unknown): error is AppError =>
  isNoPrice(error) && ORACLE_REASONS.includes(error.details?.reason)

const nullWhere =
  (isMissing: (error: unknown) => boolean) =>
  <T>(reading: Promise<T>): Promise<T | null> =>
    reading.catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })

/** The result, or null without a price: for responses that are shown anyway. Rethrows other errors. */
export const priceOrNull = nullWhere(isNoPrice)

/** The result, or null if the oracle has no price; throws if the chain is unavailable. */
export const oraclePriceOrNull = nullWhere(isUnpriced)
