import { WAD } from '@dr/protocol/amounts'
import { isPriced, type SwapToken } from '@dr/protocol/tokens'
import { maxBigInt, minBigInt } from '../../platform/integers.ts'
import type { Price, PriceReader, ReadBlock } from '../prices/index.ts'

/** A price of the quote, and the average that the contract compares it with. USDT for one, 18 decimals. */
interface QuotedSide {
  readonly price: bigint
  readonly average: bigint
}

/** What the exchange values a token at, at one block: USDT for one, 18 decimals (ADR 0014). */
export interface SwapPrices {
  /** The oracle's 30-minute average, for display. */
  readonly average: bigint
  /** When it comes in: the lower of spot and both averages; held against the lower average. */
  readonly input: QuotedSide
  /** When it goes out: the higher of spot and both averages; held against the higher average. */
  readonly output: QuotedSide
  /** The average with its block and source; none for what is at par. */
  readonly quoted: Price | null
}

const AT_PAR: QuotedSide = { price: WAD, average: WAD }
const PAR: SwapPrices = { average: WAD, input: AT_PAR, output: AT_PAR, quoted: null }

/** Throws NO_PRICE. */
export const swapPricesOf = async (
  prices: PriceReader,
  token: SwapToken,
  block: ReadBlock,
): Promise<SwapPrices> => {
  if (!isPriced(token)) return PAR
  const [averages, spot] = await Promise.all([prices.averages(token, block), prices.spotPrice(token, block)])
  const { price, lower, higher, source } = averages
  return {
    average: price,
    input: { price: minBigInt(lower, spot.price), average: lower },
    output: { price: maxBigInt(higher, spot.price), average: higher },
    quoted: { price, block, source },
  }
}
