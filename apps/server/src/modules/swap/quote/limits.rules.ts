/** Current limits of a pair's quotes. Pure; base units, prices in USDT with 18 decimals. */
import { WAD } from '@dr/protocol/amounts'
import type { SwapObstacle } from '@dr/protocol/calls/swap'
import { inventoryCovers, swapAmounts } from '@dr/protocol/rules/swap-quote'
import { isNoPrice } from '../../prices/index.ts'
import { priceSwap, type SwapConfig, type SwapRequest } from './quote.rules.ts'

export interface PairLimits {
  /** Output for one whole input token, fee included, 18 decimals; null if there is no quote. */
  readonly rate: bigint | null
  /** Minimum and maximum of the input; the maximum is 0 if there is no quote. */
  readonly minimum: bigint
  readonly maximum: bigint
  readonly obstacle: SwapObstacle | null
}

/** Large enough that rounding does not matter in a price. */
const SAMPLE = 1_000_000n * WAD

/**
 * The largest n ≥ 0 with `holds(n)`, by bisection: `holds` must be true up to some n and false beyond; 0 if
 * it is false for 1.
 */
const greatest = (holds: (n: bigint) => boolean): bigint => {
  let high = 1n
  while (holds(high)) high *= 2n
  let low = high / 2n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

const none = (obstacle: SwapObstacle): PairLimits => ({ rate: null, minimum: 0n, maximum: 0n, obstacle })

const priceObstacle = (
  config: SwapConfig,
  pair: Omit<SwapRequest, 'inputAmount' | 'inventory'>,
): SwapObstacle | null => {
  try {
    priceSwap(config, { ...pair, inputAmount: SAMPLE })
    return null
  } catch (error) {
    if (!isNoPrice(error)) throw error
    return error.details?.reason === 'price-moved' ? 'price-moved' : 'no-price'
  }
}

/** Limits of a pair. `leftToday`: of the output token. */
export const pairLimits = (
  config: SwapConfig,
  pair: Omit<SwapRequest, 'inputAmount'> & { readonly leftToday: bigint },
): PairLimits => {
  const { inputToken, outputToken, prices, inventory, leftToday } = pair
  const input = prices[inputToken]
  const output = prices[outputToken]
  const obstacle = priceObstacle(config, pair)
  if (obstacle !== null || !input || !output) return none(obstacle ?? 'no-price')
  const { feeBps } = config
  const amounts = (inputAmount: bigint) =>
    swapAmounts({ inputAmount, inputPrice: input.price, outputPrice: output.price, feeBps })
  const feeOf = (inputAmount: bigint): bigint =>
    swapAmounts({ inputAmount, inputPrice: input.average, outputPrice: output.average, feeBps }).fee
  const held = (inputAmount: bigint): boolean =>
    inventoryCovers(
      {
        inputToken,
        outputToken,
        inputAmount,
        outputAmount: amounts(inputAmount).outputAmount,
        fee: feeOf(inputAmount),
      },
      { usdt: inventory.USDT, output: inventory[outputToken] },
    )
  const letOut = (inputAmount: bigint): boolean => amounts(inputAmount).outputAmount <= leftToday
  const minimum = greatest((n) => amounts(n).outputAmount === 0n) + 1n
  const maximum = greatest((n) => held(n) && letOut(n))
  if (maximum < minimum) return { ...none(held(minimum) ? 'daily-cap' : 'inventory'), minimum }
  return { rate: amounts(WAD).rate, minimum, maximum, obstacle: null }
}
