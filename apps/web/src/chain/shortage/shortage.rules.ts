import { CENT, ceilingAt, formatAmount, mulDivUp, WAD } from '@dr/protocol/amounts'
import { BPS } from '@dr/protocol/constants'
import { swapAmounts } from '@dr/protocol/rules/swap-quote'
import { PRICED_TOKENS, startingWith, TOKENS, type Token } from '@dr/protocol/tokens'
import type { SwapBook } from '../../api/queries/swap.ts'

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

/** A token of which more is needed than the wallet holds. Base units. */
export interface Lack {
  readonly token: Token | 'BNB'
  readonly have: bigint
  readonly need: bigint
}

/**
 * What is really missing: nothing the wallet has can be turned into it. With this much of this one token it
 * would be paid, swaps of the rest included.
 */
export interface Missing extends Lack {
  /** Of each token what is needed less what the wallet holds, swaps left aside: the figures on the screen. */
  readonly plain: readonly Lack[]
}

export type Solution =
  | { readonly steps: readonly Preparation[]; readonly missing: null }
  | { readonly steps: readonly Preparation[]; readonly missing: Missing }

/**
 * What the exchange says, as far as shortages are concerned; null while it is not known or cannot be read.
 */
export type Exchange = Pick<SwapBook, 'tokens' | 'pairs' | 'fee'> | null

/**
 * A swap pays this much more than today's price asks for, so that it still gives enough when the price moves,
 * in 1/10,000.
 */
const SWAP_HEADROOM_BPS = 100n
/** Where the price of what is bought may move too, this much more of a token is made sure of, in 1/10,000. */
const NEED_HEADROOM_BPS = 50n
/** Amounts to be swapped are whole cents, where the wallet has them: people compare them. */

/** What to have in the wallet for an amount that is quoted by a price. */
export const withHeadroom = (amount: bigint): bigint => mulDivUp(amount, BPS + NEED_HEADROOM_BPS, BPS)

/**
 * The maximum that may leave a wallet holding `have` of a token for an amount quoted by a price. A wallet
 * that holds the exact amount pays out of what it holds; only one that is short already makes sure of the
 * headroom.
 */
export const quotedAtMost = (exact: bigint, have: bigint): bigint =>
  have < exact ? withHeadroom(exact) : smaller(withHeadroom(exact), have)

const lack = (need: bigint | undefined, have: bigint): bigint =>
  need !== undefined && need > have ? need - have : 0n
const ceilTo = (value: bigint, step: bigint): bigint => ((value + step - 1n) / step) * step
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

interface Pair {
  readonly input: Token
  readonly output: Token
}

/** What the exchange asks for a pair, in base units of its input; prices in USDT, 18 decimals. */
interface PairTerms {
  readonly inputPrice: bigint
  readonly outputPrice: bigint
  readonly feeBps: bigint
  readonly minimum: bigint
  readonly maximum: bigint
}

/** Null: the exchange cannot swap the pair now. */
const termsOf = (exchange: Exchange, { input, output }: Pair): PairTerms | null => {
  const pair = exchange?.pairs.find((one) => one.inputToken === input && one.outputToken === output)
  const priceOf = (token: Token, side: 'inputPrice' | 'outputPrice'): bigint | null => {
    if (token === 'USDT') return WAD
    const price = exchange?.tokens.find((one) => one.token === token)?.[side] ?? null
    return price === null ? null : BigInt(price)
  }
  const inputPrice = priceOf(input, 'inputPrice')
  const outputPrice = priceOf(output, 'outputPrice')
  if (!exchange || !pair || pair.obstacle !== null || inputPrice === null || outputPrice === null) return null
  const feeBps = BigInt(exchange.fee.bps)
  if (feeBps >= BPS) return null
  return { inputPrice, outputPrice, feeBps, minimum: BigInt(pair.minimum), maximum: BigInt(pair.maximum) }
}

/** Input that gives at least `gives` with the headroom; null: the exchange cannot do it now. */
const swapInput = (
  terms: PairTerms | null,
  { gives, step }: { gives: bigint; step: bigint },
): bigint | null => {
  if (terms === null) return null
  const { inputPrice, outputPrice, feeBps, minimum, maximum } = terms
  // One unit each for the roundings of fee and output.
  const net = mulDivUp(gives, outputPrice, WAD) + 1n
  const value = mulDivUp(net, BPS, BPS - feeBps) + 1n
  const amount = mulDivUp(value, WAD, inputPrice)
  const rounded = ceilTo(mulDivUp(amount, BPS + SWAP_HEADROOM_BPS, BPS), step)
  const pays = rounded > minimum ? rounded : minimum
  if (pays > maximum) return null
  const { outputAmount } = swapAmounts({ inputAmount: pays, inputPrice, outputPrice, feeBps })
  return outputAmount >= gives ? pays : null
}

/** The maximum that `have` of the input gives for sure, by `swapInput`; 0: nothing. */
const swapOutput = (terms: PairTerms | null, have: bigint): bigint => {
  if (terms === null) return 0n
  const { inputPrice, outputPrice, feeBps, maximum } = terms
  const amount = (smaller(have, maximum) * BPS) / (BPS + SWAP_HEADROOM_BPS)
  const { outputAmount } = swapAmounts({ inputAmount: amount, inputPrice, outputPrice, feeBps })
  // Less what the roundings on the way back may take: the units above, at these prices.
  const slack = (3n * (WAD + inputPrice)) / outputPrice + 3n
  const gives = outputAmount > slack ? outputAmount - slack : 0n
  const pays = swapInput(terms, { gives, step: 1n })
  return pays !== null && pays <= have ? gives : 0n
}

/**
 * wrap: only USDT and USDR are turned into each other (for a swap, where anything else would be absurd).
 * none: nothing is, where one of these two becomes the other anyway.
 */
export type Ways = 'all' | 'wrap' | 'none'

interface Input {
  readonly needs: Needs
  /** The same without the headroom for prices that move, as the screen shows it. */
  readonly shown?: Needs | undefined
  readonly wallet: Holdings
  readonly exchange: Exchange
  readonly ways: Ways
}

/**
 * How the wallet can pay `needs` out of what it has: priced tokens by swapping USDT, USDR by wrapping it, and
 * USDT out of USDR that is left over. Where there is too little of both, out of DR that is left over: what
 * mining gave pays for electricity and machines. The steps, in their order, cover every need; or else the one
 * thing that is missing, and how much of it there would have to be.
 */
export const solveShortage = (input: Input): Solution => {
  const { needs, wallet, ways } = input
  const spareDr = ways === 'all' && wallet.DR > (needs.DR ?? 0n)
  let closest: Lack | null = null
  for (const drPays of spareDr ? (['nothing', 'all', 'usdt'] as const) : (['nothing'] as const)) {
    for (const step of [CENT, 1n]) {
      const { steps, missing } = solve(input, { step, drPays })
      if (missing === null) return { steps, missing }
      if (closest === null || (missing.token === closest.token && missing.need < closest.need))
        closest = missing
    }
  }
  return { steps: [], missing: closest && { ...closest, plain: lacksOf(input.shown ?? needs, wallet) } }
}

const lacksOf = (needs: Needs, wallet: Holdings): readonly Lack[] =>
  TOKENS.flatMap((token) => {
    const [have, need] = [wallet[token], needs[token] ?? 0n]
    return need > have ? [{ token, have, need }] : []
  })

/** Steps, or the token that the way ends at. */
interface Way {
  readonly steps: readonly Preparation[]
  readonly missing: Lack | null
}

/**
 * What DR pays for. usdt: what is missing of it, by a swap. all: DRGV too, straight, which is one swap and
 * one fee less than by way of USDT.
 */
type DrPays = 'nothing' | 'all' | 'usdt'

const solve = (
  { needs, wallet, exchange, ways }: Input,
  { step, drPays }: { readonly step: bigint; readonly drPays: DrPays },
): Way => {
  const steps: Preparation[] = []
  const left = (token: Token): bigint =>
    steps.reduce((rest, { input, pays }) => (input === token ? rest - pays : rest), wallet[token])
  const without = (token: Token, need: bigint): Way => ({
    steps: [],
    missing: { token, have: wallet[token], need },
  })
  const swap = (pair: Pair, gives: bigint): Preparation | null => {
    const pays = ways === 'all' ? swapInput(termsOf(exchange, pair), { gives, step }) : null
    return pays === null ? null : { kind: 'swap', ...pair, pays, gives }
  }
  for (const output of startingWith(PRICED_TOKENS, 'DRGV')) {
    const gives = lack(needs[output], wallet[output])
    if (gives === 0n) continue
    const input = drPays === 'all' && output === 'DRGV' ? 'DR' : 'USDT'
    const found = swap({ input, output }, gives)
    if (found === null || (input === 'DR' && found.pays > wallet.DR - (needs.DR ?? 0n)))
      return without(output, needs[output] ?? 0n)
    steps.push(found)
  }
  const wrapped = lack(needs.USDR, wallet.USDR)
  if (wrapped > 0n && ways === 'none') return without('USDR', needs.USDR ?? 0n)
  if (wrapped > 0n) steps.push({ kind: 'wrap', input: 'USDT', output: 'USDR', pays: wrapped, gives: wrapped })
  const usdt = (needs.USDT ?? 0n) + wallet.USDT - left('USDT')
  const short = lack(usdt, wallet.USDT)
  if (short === 0n) return { steps, missing: null }
  const spareUsdr = ways === 'none' ? 0n : wallet.USDR - (needs.USDR ?? 0n)
  const unwrapped = spareUsdr > 0n ? smaller(spareUsdr, short) : 0n
  const before: Preparation[] =
    unwrapped > 0n
      ? [{ kind: 'unwrap', input: 'USDR', output: 'USDT', pays: unwrapped, gives: unwrapped }]
      : []
  if (unwrapped < short) {
    if (drPays === 'nothing') return without('USDT', usdt - unwrapped)
    const pair = { input: 'DR', output: 'USDT' } as const
    const spareDr = left('DR') - (needs.DR ?? 0n)
    const found = swap(pair, short - unwrapped)
    if (found === null || found.pays > spareDr)
      return without('USDT', usdt - unwrapped - swapOutput(termsOf(exchange, pair), spareDr))
    before.push(found)
  }
  return { steps: [...before, ...steps], missing: null }
}

/** Whether anything needed is more than the wallet has. */
export const isShort = (needs: Needs, wallet: Holdings): boolean =>
  TOKENS.some((token) => lack(needs[token], wallet[token]) > 0n)

const SHOWN_DECIMALS = 4

/** How much more there would have to be, as text: never less than it is. */
export const missingText = ({ have, need }: Pick<Lack, 'have' | 'need'>): string =>
  formatAmount(ceilingAt(need - have, SHOWN_DECIMALS), { maxDecimals: SHOWN_DECIMALS })

interface Shortage {
  readonly token: string
  readonly have: bigint
  readonly need: bigint
  readonly plain?: readonly Omit<Shortage, 'plain'>[]
}

/** `91,579 USDT`, `31,580 USDT + 99,794 DRGV`: needed less held, in one way wherever something is short. */
export const plainText = ({ plain, ...missing }: Shortage): string =>
  (plain?.length ? plain : [missing]).map((lack) => `${missingText(lack)} ${lack.token}`).join(' + ')

/** What is enough of one token where the rest is swapped; null: the same as without swaps. */
export const swappedText = ({ plain, ...missing }: Missing): string | null => {
  const text = plainText(missing)
  return text === plainText({ ...missing, plain }) ? null : text
}
