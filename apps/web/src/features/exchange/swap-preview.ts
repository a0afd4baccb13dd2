import { mulDivDown, type Token, WAD } from '@dr/protocol/amounts'
import type { SwapObstacle } from '@dr/protocol/calls/swap'
import { type SwapAmounts, swapAmounts } from '@dr/protocol/rules/swap-quote'
import type { SwapBook } from '../../api/queries/swap.ts'

export interface Pair {
  readonly input: Token
  readonly output: Token
}

/** Whether the USDR contract converts the pair 1:1, without a fee. */
export const isWrapping = ({ input, output }: Pair): boolean =>
  (input === 'USDT' && output === 'USDR') || (input === 'USDR' && output === 'USDT')

export type SwapProblem = 'above-balance' | 'above-maximum' | 'below-minimum' | 'too-little'

export interface SwapPreview {
  /** Null: no quote now; `obstacle` has the reason. */
  readonly amounts: SwapAmounts | null
  readonly obstacle: SwapObstacle | null
  /** Limits of the input, base units. */
  readonly minimum: bigint
  readonly maximum: bigint
}

/** Largest useful input: the smaller of the wallet's balance and the exchange's limit. Null: both unknown. */
export const maxInput = (maximum: bigint | null, balance: bigint | undefined): bigint | null => {
  if (maximum === null || balance === undefined) return maximum ?? balance ?? null
  return maximum < balance ? maximum : balance
}

/** Expected quote by the exchange's published prices; the real one is requested later. */
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

/** Worth of an amount in USD (18 decimals) at the exchange's own price; null without a price. */
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

/** Parts of an amount to fill in with one tap, in percent. */
export const PARTS = [25, 50, 75] as const

/** Reason why this amount cannot be swapped now; null: none. `balance`: undefined while unknown. */
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
