import { useQuery } from '@tanstack/react-query'
import type { SwapBook } from '../../api/queries/swap.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { isNothing, readAmount } from '../../ui/amounts/typed-amount.ts'
import {
  maxInput,
  type Pair,
  previewSwap,
  type SwapPreview,
  type SwapProblem,
  swapProblem,
  worthOf,
} from './swap-preview.ts'

export interface Swap {
  /** 0 while the input is empty or invalid. */
  readonly inputAmount: bigint
  /** Null: not known (no price, or not read yet). */
  readonly outputAmount: bigint | null
  /** Worth of both in USD, 18 decimals; null: unknown or empty. */
  readonly inputWorth: bigint | null
  readonly outputWorth: bigint | null
  readonly balance: bigint | undefined
  readonly balanceFailed: boolean
  /** Largest input now; null: unknown. */
  readonly maxInput: bigint | null
  /** Null for wrapping, and until the exchange is read. */
  readonly preview: SwapPreview | null
  readonly problem: SwapProblem | null
  /** The quote may be requested. */
  readonly ready: boolean
  /** Only the amount is missing. */
  readonly lacksAmount: boolean
}

/** State of the form: its input compared with the wallet and the exchange as last read. */
export const useSwap = (input: {
  readonly book: SwapBook | undefined
  readonly pair: Pair
  readonly direct: boolean
  readonly text: string
}): Swap => {
  const { book, pair, direct, text } = input
  const { address } = useWallet()
  const wallet = useQuery(walletBalancesQuery(address))
  const balance = wallet.data?.[pair.input]
  const parsed = readAmount(text)
  const inputAmount = parsed.ok ? parsed.value : 0n
  const preview = direct || book === undefined ? null : previewSwap(book, pair, inputAmount)
  const problem = inputAmount === 0n ? null : problemOf(preview, inputAmount, balance)
  const known = direct || (preview !== null && preview.amounts !== null && preview.obstacle === null)
  const outputAmount = direct ? inputAmount : (preview?.amounts?.outputAmount ?? null)
  const typed = inputAmount > 0n
  return {
    inputAmount,
    outputAmount,
    inputWorth: typed ? worthOf(book, 'input', pair.input, inputAmount) : null,
    outputWorth: typed && outputAmount !== null ? worthOf(book, 'output', pair.output, outputAmount) : null,
    balance,
    balanceFailed: wallet.isError && wallet.data === undefined,
    maxInput: maxInput(preview === null ? null : preview.maximum, balance),
    preview,
    problem,
    ready: known && inputAmount > 0n && problem === null,
    lacksAmount: known && isNothing(parsed),
  }
}

const problemOf = (
  preview: SwapPreview | null,
  inputAmount: bigint,
  balance: bigint | undefined,
): SwapProblem | null => {
  if (preview !== null) return swapProblem(preview, inputAmount, balance)
  return balance !== undefined && inputAmount > balance ? 'above-balance' : null
}
