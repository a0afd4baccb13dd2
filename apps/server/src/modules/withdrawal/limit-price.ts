import { AppError } from '../../platform/app-error.ts'
import type { Price, PriceReader, ReadBlock } from '../prices/index.ts'

/**
 * What a withdrawal counts for against the daily limit: the lower of the 30-minute and the 24-hour average; the
 * 30-minute one alone while there is no other (three hours without an update of the oracle make a day without it). A way
 * out must not hang on a price that serves a limit only. Throws NO_PRICE when there is neither, or no chain.
 */
export const limitPrice = async (prices: PriceReader, block: ReadBlock): Promise<Price> => {
  try {
    return await prices.valuePrice('DR', block)
  } catch (error) {
    const missing = error instanceof AppError && error.details?.reason === 'WindowNotFull'
    if (!missing) throw error
    return prices.quotePrice('DR', block)
  }
}
