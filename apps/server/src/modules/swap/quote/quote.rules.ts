/**
 * The output of a swap (docs/product.md 4 and 5; ADR 0014). Pure; amounts in base units, prices in USDT with
 * 18 decimals. Every rounding is in the pool's favour: the fee up, the output down.
 */
import { WAD } from '@dr/protocol/amounts'
import { BPS, PRICE_TOLERANCE_BPS, SWAP_FEE_BPS } from '@dr/protocol/constants'
import { inventoryCovers, type SwapAmounts, swapAmounts } from '@dr/protocol/rules/swap-quote'
import type { SwapToken } from '@dr/protocol/tokens'
import { AppError } from '../../../platform/app-error.ts'

export interface SwapConfig {
  /** Share of the input's value, in 1/10,000. */
  readonly feeBps: bigint
  /** Maximum difference of a price, and of the output, from the on-chain average, in 1/10,000. */
  readonly boundBps: bigint
}

/** The contracts' initial values; the fee is a setting on chain, and read from there. */
export const SWAP_CONFIG: SwapConfig = { feeBps: SWAP_FEE_BPS, boundBps: PRICE_TOLERANCE_BPS }

export interface SwapPrice {
  /** Price of the quote. */
  readonly price: bigint
  /**
   * The average that the contract compares with: the lower of the oracle's two for the input, the higher for
   * the output.
   */
  readonly average: bigint
}

export const PAR: SwapPrice = { price: WAD, average: WAD }

export interface SwapRequest {
  readonly inputToken: SwapToken
  readonly outputToken: SwapToken
  readonly inputAmount: bigint
  /** USDT and USDR are at par. A token without a current price is left out. */
  readonly prices: Readonly<Partial<Record<SwapToken, SwapPrice>>>
  /** The exchange's holdings less open vouchers and the fees it owes. */
  readonly inventory: Readonly<Record<SwapToken, bigint>>
}

/** `fee` and `value` are the contract's own figures, at the averages. */
export type SwapQuote = SwapAmounts

/** The contract's comparison: `|price − average| ≤ floor(average × bound)`. */
export const isWithinBound = ({ price, average }: SwapPrice, boundBps: bigint): boolean => {
  const difference = price > average ? price - average : average - price
  return difference <= (average * boundBps) / BPS
}

const priceMoved = (details: Readonly<Record<string, string>>): AppError =>
  new AppError('NO_PRICE', { details: { ...details, reason: 'price-moved' } })

const priceOf = (
  config: SwapConfig,
  { prices }: Pick<SwapRequest, 'prices'>,
  token: SwapToken,
): SwapPrice => {
  const price = prices[token]
  if (price === undefined || price.price === 0n) throw new AppError('NO_PRICE', { details: { token } })
  if (!isWithinBound(price, config.boundBps)) throw priceMoved({ token })
  return price
}

/** Throws NO_PRICE with `reason: 'inventory'` for more than the exchange holds. */
export const requireInventory = (
  request: Pick<SwapRequest, 'inputToken' | 'outputToken' | 'inputAmount' | 'inventory'>,
  quote: Pick<SwapQuote, 'outputAmount' | 'fee'>,
): void => {
  const { outputToken, inventory } = request
  const stock = { usdt: inventory.USDT, output: inventory[outputToken] }
  if (inventoryCovers({ ...request, ...quote }, stock)) return
  throw new AppError('NO_PRICE', { details: { token: outputToken, reason: 'inventory' } })
}

/**
 * The output by the quote's prices; value, fee and expected output by the contract's. Does not check the
 * inventory.
 */
export const priceSwap = (config: SwapConfig, request: Omit<SwapRequest, 'inventory'>): SwapQuote => {
  const { inputToken, outputToken, inputAmount } = request
  if (inputToken === outputToken) throw new AppError('BAD_PARAMETER', { details: { path: 'outputToken' } })
  const input = priceOf(config, request, inputToken)
  const output = priceOf(config, request, outputToken)
  const { feeBps, boundBps } = config
  const quoted = swapAmounts({ inputAmount, inputPrice: input.price, outputPrice: output.price, feeBps })
  const expected = swapAmounts({
    inputAmount,
    inputPrice: input.average,
    outputPrice: output.average,
    feeBps,
  })
  if (quoted.outputAmount === 0n) throw new AppError('BAD_PARAMETER', { details: { path: 'inputAmount' } })
  // Both prices may be within the bound and the output not, since their differences add up.
  if (!isWithinBound({ price: quoted.outputAmount, average: expected.outputAmount }, boundBps)) {
    throw priceMoved({ input: inputToken, output: outputToken })
  }
  return { ...quoted, fee: expected.fee, value: expected.value }
}

/**
 * Quotes a swap. Throws BAD_PARAMETER (10002) for a token for itself or an output of zero; NO_PRICE (30002)
 * without an average, for a price or an output outside the bound, or for too little inventory
 * (`details.reason`).
 */
export const quoteSwap = (config: SwapConfig, request: SwapRequest): SwapQuote => {
  const quote = priceSwap(config, request)
  requireInventory(request, quote)
  return quote
}
