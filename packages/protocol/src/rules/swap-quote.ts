/**
 * Output of a swap, shared by the quote and the app's preview (docs/product.md 4). Amounts in base units,
 * prices in USDT with 18 decimals. All rounding is in the exchange's favour: the fee up, the output down.
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS } from '../constants.ts'

export interface SwapAmounts {
  readonly outputAmount: bigint
  /** USDT that the exchange keeps from its inventory. */
  readonly fee: bigint
  /** USD value of the input, 18 decimals. */
  readonly value: bigint
  /** Output for one whole input token, fee included, 18 decimals; for display only. */
  readonly rate: bigint
}

/** All prices must be > 0. An input worth no more than its fee gives nothing. */
export const swapAmounts = (input: {
  readonly inputAmount: bigint
  readonly inputPrice: bigint
  readonly outputPrice: bigint
  /** Fee in 1/10,000 of the input's value. */
  readonly feeBps: bigint
}): SwapAmounts => {
  const { inputAmount, inputPrice, outputPrice, feeBps } = input
  const value = mulDivDown(inputAmount, inputPrice, WAD)
  const fee = mulDivUp(value, feeBps, BPS)
  const outputAmount = value <= fee ? 0n : mulDivDown(value - fee, WAD, outputPrice)
  const rate = inputAmount === 0n ? 0n : mulDivDown(outputAmount, WAD, inputAmount)
  return { outputAmount, fee, value, rate }
}

/** Whether the inventory covers output and USDT fee. An input in USDT pays the fee itself. */
export const inventoryCovers = (
  swap: {
    readonly inputToken: string
    readonly outputToken: string
    readonly inputAmount: bigint
    readonly outputAmount: bigint
    readonly fee: bigint
  },
  inventory: { readonly usdt: bigint; readonly output: bigint },
): boolean => {
  const usdt = inventory.usdt + (swap.inputToken === 'USDT' ? swap.inputAmount : 0n)
  return swap.outputToken === 'USDT'
    ? swap.outputAmount + swap.fee <= usdt
    : swap.outputAmount <= inventory.output && swap.fee <= usdt
}
