import { type Token, WAD } from '@dr/protocol/amounts'
import { least, most } from '../../platform/integers.ts'
import type { Price, PriceReader, ReadBlock } from '../prices/index.ts'

/** What the exchange values a token at, at one block: USDT for one, 18 decimals (ADR 0014). */
export interface SwapPrices {
  /** The oracle's 30-minute average, which the contract compares with. */
  readonly average: bigint
  /** When it comes in: the lower of average and spot. */
  readonly input: bigint
  /** When it goes out: the higher of both. */
  readonly output: bigint
  /** The average with its block and source; none for what is at par. */
  readonly quoted: Price | null
}

const PAR: SwapPrices = { average: WAD, input: WAD, output: WAD, quoted: null }

/** Throws NO_PRICE. */
export const swapPricesOf = async (
  prices: PriceReader,
  token: Token,
  block: ReadBlock,
): Promise<SwapPrices> => {
  if (token === 'USDT' || token === 'USDR') return PAR
  const [quoted, spot] = await Promise.all([prices.quotePrice(token, block), prices.spotPrice(token, block)])
  const average = quoted.price
  return { average, input: least(average, spot.price), output: most(average, spot.price), quoted }
}
