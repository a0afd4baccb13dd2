import { ceilingAt, formatAmount, mulDivUp, TOKENS, type Token, WAD } from '@dr/protocol/amounts'
import { BPS } from '@dr/protocol/constants'
import { swapAmounts } from '@dr/protocol/swap-quote'
import type { SwapBook } from '../api/queries/swap.ts'

/** Base units by token; a token that is left out is not needed. */
export type Needs = Readonly<Partial<Record<Token, bigint>>>
export type Holdings = Readonly<Record<Token, bigint>>

/** One way to get a missing token out of another one that the wallet has. Base units. */
export interface Preparation {
  readonly kind: 'swap' | 'wrap' | 'unwrap'
  readonly input: Token
  readonly output: Token
  /** Leaves the wallet: exactly this much is signed. */
  readonly pays: bigint
  /** Has to reach the wallet: with less, the payment that follows cannot be made. */
  readonly gives: bigint
}

/** What is really missing: nothing the wallet has can be turned into it. */
export interface Missing {
  readonly token: Token | 'BNB'
  readonly have: bigint
  readonly need: bigint
}

export type Solution =
  | { readonly steps: readonly Preparation[]; readonly missing: null }
  | { readonly steps: readonly Preparation[]; readonly missing: Missing }

/** What the exchange says, as far as shortages are concerned; null while it is not known or cannot be read. */
export type Exchange = Pick<SwapBook, 'tokens' | 'pairs' | 'fee'> | null

/** A swap pays this much more than today's price asks for, so that it still gives enough when the price moves, in 1/10,000. */
const SWAP_HEADROOM_BPS = 100n
/** Where the price of what is bought may move too, this much more of a token is made sure of, in 1/10,000. */
const NEED_HEADROOM_BPS = 50n
/** Amounts to be swapped are whole cents, where the wallet has them: people compare them. */
const CENT = 10n ** 16n

/** What to have in the wallet for an amount that is quoted by a price. */
export const withHeadroom = (amount: bigint): bigint => mulDivUp(amount, BPS + NEED_HEADROOM_BPS, BPS)

/**
 * The most that may leave a wallet holding `have` of a token for an amount quoted by a price. A wallet that holds the
 * exact amount pays out of what it holds; only one that is short already makes sure of the headroom.
 */
export const quotedAtMost = (exact: bigint, have: bigint): bigint =>
  have < exact ? withHeadroom(exact) : smaller(withHeadroom(exact), have)

const lack = (need: bigint | undefined, have: bigint): bigint =>
  need !== undefined && need > have ? need - have : 0n
const ceilTo = (value: bigint, step: bigint): bigint => ((value + step - 1n) / step) * step
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** USDT that gives at least `gives` of `output` with the headroom; null: the exchange cannot do it now. */
function swapInput(
  exchange: Exchange,
  { output, gives, step }: { readonly output: Token; readonly gives: bigint; readonly step: bigint },
): bigint | null {
  const pair = exchange?.pairs.find((one) => one.inputToken === 'USDT' && one.outputToken === output)
  const price = exchange?.tokens.find(({ token }) => token === output)?.outputPrice ?? null
  if (!exchange || pair === undefined || pair.obstacle !== null || price === null) return null
  const feeBps = BigInt(exchange.fee.bps)
  if (feeBps >= BPS) return null
  // One unit each for the roundings of fee and output.
  const net = mulDivUp(gives, BigInt(price), WAD) + 1n
  const value = mulDivUp(net, BPS, BPS - feeBps) + 1n
  const least = BigInt(pair.minimum)
  const asked = ceilTo(mulDivUp(value, BPS + SWAP_HEADROOM_BPS, BPS), step)
  const pays = asked > least ? asked : least
  if (pays > BigInt(pair.maximum)) return null
  const { outputAmount } = swapAmounts({
    inputAmount: pays,
    inputPrice: WAD,
    outputPrice: BigInt(price),
    feeBps,
  })
  return outputAmount >= gives ? pays : null
}

/**
 * wrap: only USDT and USDR are turned into each other (for a swap, where anything else would be absurd). none: nothing
 * is, where one of these two becomes the other anyway.
 */
export type Ways = 'all' | 'wrap' | 'none'

interface Input {
  readonly needs: Needs
  readonly wallet: Holdings
  readonly exchange: Exchange
  readonly ways: Ways
}

/**
 * How the wallet can pay `needs` out of what it has: DRGV and DR by swapping USDT, USDR by wrapping it, and USDT out of
 * USDR that is left over. The steps, in their order, cover every need; or else the one thing that is missing, and how
 * much of it there would have to be.
 */
export function solveShortage(input: Input): Solution {
  const rounded = solve(input, CENT)
  return rounded.missing === null ? rounded : solve(input, 1n)
}

function solve({ needs, wallet, exchange, ways }: Input, step: bigint): Solution {
  const steps: Preparation[] = []
  for (const output of ['DRGV', 'DR'] as const) {
    const gives = lack(needs[output], wallet[output])
    if (gives === 0n) continue
    const pays = ways === 'all' ? swapInput(exchange, { output, gives, step }) : null
    if (pays === null)
      return { steps: [], missing: { token: output, have: wallet[output], need: needs[output] ?? 0n } }
    steps.push({ kind: 'swap', input: 'USDT', output, pays, gives })
  }
  const wrapped = lack(needs.USDR, wallet.USDR)
  if (wrapped > 0n && ways === 'none')
    return { steps: [], missing: { token: 'USDR', have: wallet.USDR, need: needs.USDR ?? 0n } }
  if (wrapped > 0n) steps.push({ kind: 'wrap', input: 'USDT', output: 'USDR', pays: wrapped, gives: wrapped })
  const usdt = steps.reduce((sum, { pays }) => sum + pays, needs.USDT ?? 0n)
  const short = lack(usdt, wallet.USDT)
  if (short === 0n) return { steps, missing: null }
  const spare = ways === 'none' ? 0n : wallet.USDR - (needs.USDR ?? 0n)
  const unwrapped = spare > 0n ? smaller(spare, short) : 0n
  if (unwrapped < short)
    return { steps: [], missing: { token: 'USDT', have: wallet.USDT, need: usdt - unwrapped } }
  return {
    steps: [{ kind: 'unwrap', input: 'USDR', output: 'USDT', pays: unwrapped, gives: unwrapped }, ...steps],
    missing: null,
  }
}

/** Whether anything needed is more than the wallet has. */
export const isShort = (needs: Needs, wallet: Holdings): boolean =>
  TOKENS.some((token) => lack(needs[token], wallet[token]) > 0n)

const SHOWN_DECIMALS = 4

/** How much more there would have to be, as text: never less than it is. */
export const missingText = ({ have, need }: Pick<Missing, 'have' | 'need'>): string =>
  formatAmount(ceilingAt(need - have, SHOWN_DECIMALS), { maxDecimals: SHOWN_DECIMALS })
