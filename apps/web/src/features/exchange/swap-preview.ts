import { mulDivDown, type Token, WAD } from '@dr/protocol/amounts'
import type { SwapObstacle } from '@dr/protocol/calls/swap'
import { type SwapAmounts, swapAmounts } from '@dr/protocol/rules/swap-quote'
import type { SwapBook } from '../../api/queries/swap.ts'

export interface Pair {
  readonly input: Token
  readonly output: Token
}

/**
 * USDT and USDR are each other's wrapping: the USDR contract changes them 1:1, for everyone and without a
 * fee.
 */
export const isWrapping = ({ input, output }: Pair): boolean =>
  (input === 'USDT' && output === 'USDR') || (input === 'USDR' && output === 'USDT')

export type SwapProblem = 'above-balance' | 'above-maximum' | 'below-minimum' | 'too-little'

export interface SwapPreview {
  /** Null: no quote now, and `obstacle` says why. */
  readonly amounts: SwapAmounts | null
  readonly obstacle: SwapObstacle | null
  /** Of the input, base units. */
  readonly minimum: bigint
  readonly maximum: bigint
}

/**
 * The maximum that makes sense to type: what the wallet has, and what the exchange can change now. Null:
 * neither is known.
 */
export const maxInput = (maximum: bigint | null, balance: bigint | undefined): bigint | null => {
  if (maximum === null || balance === undefined) return maximum ?? balance ?? null
  return maximum < balance ? maximum : balance
}

/** What the exchange would quote, by its own published prices; the quote itself is asked for later. */
export const previewSwap = (book: SwapBook, { input, output }: Pair, inputAmount: bigint): SwapPreview => {
  const pair = book.pairs.find((one) => one.inputToken === input && one.outputToken === output)
  const inputPrice = book.tokens.find(({ token }) => token === input)?.inputPrice ?? null
  const outputPrice = book.tokens.find(({ token }) => token === output)?.outputPrice ?? null
  const limits = { minimum: BigInt(pair?.minimum ?? 0), maximum: BigInt(pair?.maximum ?? 0) }
  const obstacle = pair?.obstacle ?? (inputPrice === null || outputPrice === null ? 'no-price' : null)
  if (inputPrice === null || outputPrice === null) return { amounts: null, obstacle, ...limits }
  const amounts = swapAmounts({
    inputAmount,
    inputPrice: BigInt(inputPrice),
    outputPrice: BigInt(outputPrice),
    feeBps: BigInt(book.fee.bps),
  })
  return { amounts, obstacle, ...limits }
}

/** What an amount is worth in USD (18 decimals) by the exchange's own price for it; null without a price. */
export const worthOf = (
  book: SwapBook | undefined,
  side: keyof Pair,
  token: Token,
  amount: bigint,
): bigint | null => {
  const prices = book?.tokens.find((one) => one.token === token)
  const price = side === 'input' ? prices?.inputPrice : prices?.outputPrice
  return price === undefined || price === null ? null : mulDivDown(amount, BigInt(price), WAD)
}

/** Parts of an amount that one tap fills in, in percent. */
export const PARTS = [25, 50, 75] as const

/**
 * Why this amount cannot be swapped now; null: it can. `balance` is undefined while the wallet is unknown.
 */
export const swapProblem = (
  preview: SwapPreview,
  inputAmount: bigint,
  balance: bigint | undefined,
): SwapProblem | null => {
  if (balance !== undefined && inputAmount > balance) return 'above-balance'
  if (preview.amounts === null || preview.obstacle !== null) return null
  if (inputAmount > preview.maximum) return 'above-maximum'
  if (inputAmount < preview.minimum) return 'below-minimum'
  return preview.amounts.outputAmount === 0n ? 'too-little' : null
}
