/**
 * What a swap gives (PRODUCT.md 4 and 5). Pure; amounts in base units, prices in USDT with 18 decimals. Every rounding is in
 * the pool's favour: the fee up, what comes out down.
 */
import { mulDivDown, mulDivUp, type Token, WAD } from '@dr/protocol/amounts'
import { BPS } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'

export interface SwapConfig {
  /** Of the input's value, in 1/10,000. */
  readonly feeBps: bigint
  /** How far a price may be from the on-chain average, in 1/10,000. */
  readonly boundBps: bigint
}

export const SWAP_CONFIG: SwapConfig = { feeBps: 30n, boundBps: 500n }

export interface SwapPrice {
  /** What the quote uses. */
  readonly price: bigint
  /** The oracle's 30-minute average, which the contract compares with. */
  readonly average: bigint
}

export const PAR: SwapPrice = { price: WAD, average: WAD }

export interface SwapRequest {
  readonly inputToken: Token
  readonly outputToken: Token
  readonly inputAmount: bigint
  /** USDT and USDR are at par. A token without a price now is left out. */
  readonly prices: Readonly<Partial<Record<Token, SwapPrice>>>
  /** What the exchange holds and has not promised, less the fees it owes. */
  readonly inventory: Readonly<Record<Token, bigint>>
}

export interface SwapQuote {
  readonly outputAmount: bigint
  /** USDT that the exchange sets aside from its inventory. */
  readonly fee: bigint
  /** USD value of the input, 18 decimals. */
  readonly value: bigint
  /** Output for one whole input token, fee included, 18 decimals: shown, never computed with. */
  readonly rate: bigint
}

/** As the contract compares: `|price − average| ≤ floor(average × bound)`. */
export const isWithinBound = ({ price, average }: SwapPrice, boundBps: bigint): boolean => {
  const difference = price > average ? price - average : average - price
  return difference <= (average * boundBps) / BPS
}

const priceOf = (config: SwapConfig, { prices }: SwapRequest, token: Token): bigint => {
  const price = prices[token]
  if (price === undefined || price.price === 0n) throw new AppError('NO_PRICE', { details: { token } })
  if (!isWithinBound(price, config.boundBps)) {
    throw new AppError('NO_PRICE', { details: { token, reason: 'price-moved' } })
  }
  return price.price
}

/** What the exchange must hold: the output, and the fee in USDT. USDT that comes in pays the fee itself. */
const requireInventory = (request: SwapRequest, quote: { outputAmount: bigint; fee: bigint }): void => {
  const { inputToken, outputToken, inputAmount, inventory } = request
  const usdt = inventory.USDT + (inputToken === 'USDT' ? inputAmount : 0n)
  const enough =
    outputToken === 'USDT'
      ? quote.outputAmount + quote.fee <= usdt
      : quote.outputAmount <= inventory[outputToken] && quote.fee <= usdt
  if (!enough) throw new AppError('NO_PRICE', { details: { token: outputToken, reason: 'inventory' } })
}

/**
 * BAD_PARAMETER (10002): a token for itself, or an amount that gives nothing. NO_PRICE (30002): no average, one further
 * than the bound from the price, or less inventory than it takes (`details.reason`).
 */
export const quoteSwap = (config: SwapConfig, request: SwapRequest): SwapQuote => {
  const { inputToken, outputToken, inputAmount } = request
  if (inputToken === outputToken) throw new AppError('BAD_PARAMETER', { details: { path: ['outputToken'] } })
  const inputPrice = priceOf(config, request, inputToken)
  const outputPrice = priceOf(config, request, outputToken)
  const value = mulDivDown(inputAmount, inputPrice, WAD)
  const fee = mulDivUp(value, config.feeBps, BPS)
  const outputAmount = value <= fee ? 0n : mulDivDown(value - fee, WAD, outputPrice)
  if (outputAmount === 0n) throw new AppError('BAD_PARAMETER', { details: { path: ['inputAmount'] } })
  requireInventory(request, { outputAmount, fee })
  return { outputAmount, fee, value, rate: mulDivDown(outputAmount, WAD, inputAmount) }
}
