import { WAD } from '@dr/protocol/amounts'
import type { SwapObstacle } from '@dr/protocol/calls/swap'
import { isPriced, type PricedToken, type SwapToken } from '@dr/protocol/tokens'
import { AppError } from '../../../platform/app-error.ts'
import { maxBigInt, minBigInt } from '../../../platform/integers.ts'
import { type Averages, isNoPrice, type Price, type PriceReader, type ReadBlock } from '../../prices/index.ts'
import { PAR, type SwapPrice } from './quote.rules.ts'

/** The exchange's prices of a token at one block: USDT for one, 18 decimals (ADR 0014). */
export interface SwapPrices {
  /** The oracle's 30-minute average, for display. */
  readonly average: bigint
  /** As input: the lower of spot and both averages, compared with the lower average. */
  readonly input: SwapPrice
  /** As output: the higher of spot and both averages, compared with the higher average. */
  readonly output: SwapPrice
  /** The average with its block and source; null for tokens at par. */
  readonly quoted: Price | null
}

const PRICES_AT_PAR: SwapPrices = { average: WAD, input: PAR, output: PAR, quoted: null }

/**
 * Why a token has no price for a swap: none at all, or no 24-hour average, as in a pool's first day of
 * trading.
 */
export type MissingPrice = Extract<SwapObstacle, 'no-price' | 'no-day-average'>

export const missingPrice = (error: AppError): MissingPrice =>
  error.details?.reason === 'no-day-average' ? 'no-day-average' : 'no-price'

/** Throws NO_PRICE, with `reason: 'no-day-average'` if only the 24-hour average is missing. */
const averagesOf = async (prices: PriceReader, token: PricedToken, block: ReadBlock): Promise<Averages> => {
  try {
    return await prices.averages(token, block)
  } catch (error) {
    if (!isNoPrice(error) || error.details?.reason !== 'WindowNotFull') throw error
    await prices.quotePrice(token, block) // throws NO_PRICE if the 30-minute average is missing too
    throw new AppError('NO_PRICE', { details: { token, reason: 'no-day-average' }, cause: error })
  }
}

/** Throws NO_PRICE. */
export const swapPricesOf = async (
  prices: PriceReader,
  token: SwapToken,
  block: ReadBlock,
): Promise<SwapPrices> => {
  if (!isPriced(token)) return PRICES_AT_PAR
  const [averages, spot] = await Promise.all([
    averagesOf(prices, token, block),
    prices.spotPrice(token, block),
  ])
  const { price, lower, higher, source } = averages
  return {
    average: price,
    input: { price: minBigInt(lower, spot.price), average: lower },
    output: { price: maxBigInt(higher, spot.price), average: higher },
    quoted: { price, block, source },
  }
}
