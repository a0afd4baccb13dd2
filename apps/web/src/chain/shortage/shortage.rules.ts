import { CENT, ceilingAt, formatAmount, mulDivUp, WAD } from '@dr/protocol/amounts'
import { BPS } from '@dr/protocol/constants'
import { swapAmounts } from '@dr/protocol/rules/swap-quote'
import { PRICED_TOKENS, startingWith, TOKENS, type Token } from '@dr/protocol/tokens'
import type { SwapBook } from '../../api/queries/swap.ts'

/** Base units by token; an absent token is not needed. */
export type Needs = Readonly<Partial<Record<Token, bigint>>>
export type Holdings = Readonly<Record<Token, bigint>>

/** A way to get a missing token from another one in the wallet. Base units. */
export interface Preparation {
  readonly kind: 'swap' | 'wrap' | 'unwrap'
  readonly input: Token
  readonly output: Token
  /** Exact amount that leaves the wallet. */
  readonly pays: bigint
  /** Minimum that must reach the wallet for the following payment. */
  readonly gives: bigint
}

/** A token of which more is needed than the wallet has. Base units. */
export interface Lack {
  readonly token: Token | 'BNB'
  readonly have: bigint
  readonly need: bigint
}

/**
 * Missing amount that the wallet's other tokens cannot provide. With this much of the token the payment is
 * possible, swaps included.
 */
export interface Missing extends Lack {
  /** Needed amount of each token less the wallet's balance, without swaps, as shown. */
  readonly plain: readonly Lack[]
}

export type Solution =
  | { readonly steps: readonly Preparation[]; readonly missing: null }
  | { readonly steps: readonly Preparation[]; readonly missing: Missing }

/** Prices and limits of the exchange; null while unknown or unreadable. */
export type Exchange = Pick<SwapBook, 'tokens' | 'pairs' | 'fee'> | null

/** Additional input of a swap in 1/10,000, so that its output suffices after a price move. */
const SWAP_HEADROOM_BPS = 100n
/** Additional amount of a token in 1/10,000 for a payment whose own price may move. */
const NEED_HEADROOM_BPS = 50n

/** Amount to have in the wallet for a payment quoted by a price. */
export const withHeadroom = (amount: bigint): bigint => mulDivUp(amount, BPS + NEED_HEADROOM_BPS, BPS)

/**
 * Maximum that may leave a wallet with `have` of a token for an amount quoted by a price. A wallet with the
 * exact amount pays from its balance; only one with less gets the margin.
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

/** Terms of the exchange for a pair: limits in base units of the input, prices in USDT, 18 decimals. */
interface PairTerms {
  readonly inputPrice: bigint
  readonly outputPrice: bigint
  readonly feeBps: bigint
  readonly minimum: bigint
  readonly maximum: bigint
}

/** Terms of a pair; null: the exchange cannot swap it now. */
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

/** Input that gives at least `gives` with the margin; null: the exchange cannot do it now. */
const swapInput = (
  terms: PairTerms | null,
  { gives, step }: { gives: bigint; step: bigint },
): bigint | null => {
  if (terms === null) return null
  const { inputPrice, outputPrice, feeBps, minimum, maximum } = terms
  // One unit each for the rounding of fee and output.
  const net = mulDivUp(gives, outputPrice, WAD) + 1n
  const value = mulDivUp(net, BPS, BPS - feeBps) + 1n
  const amount = mulDivUp(value, WAD, inputPrice)
  const rounded = ceilTo(mulDivUp(amount, BPS + SWAP_HEADROOM_BPS, BPS), step)
  const pays = rounded > minimum ? rounded : minimum
  if (pays > maximum) return null
  const { outputAmount } = swapAmounts({ inputAmount: pays, inputPrice, outputPrice, feeBps })
  return outputAmount >= gives ? pays : null
}

/** Output that `have` of the input gives for certain, by `swapInput`; 0: none. */
const swapOutput = (terms: PairTerms | null, have: bigint): bigint => {
  if (terms === null) return 0n
  const { inputPrice, outputPrice, feeBps, maximum } = terms
  const amount = (smaller(have, maximum) * BPS) / (BPS + SWAP_HEADROOM_BPS)
  const { outputAmount } = swapAmounts({ inputAmount: amount, inputPrice, outputPrice, feeBps })
  // Subtracts the rounding of the way back: the units above, at these prices.
  const slack = (3n * (WAD + inputPrice)) / outputPrice + 3n
  const gives = outputAmount > slack ? outputAmount - slack : 0n
  const pays = swapInput(terms, { gives, step: 1n })
  return pays !== null && pays <= have ? gives : 0n
}

/**
 * wrap: only conversion between USDT and USDR (for a swap, where swapping first would be absurd). none: no
 * preparation, if the payment itself converts the two.
 */
export type Ways = 'all' | 'wrap' | 'none'

interface Input {
  readonly needs: Needs
  /** Needs without the margin for price moves, as shown. */
  readonly shown?: Needs | undefined
  readonly wallet: Holdings
  readonly exchange: Exchange
  readonly ways: Ways
}

/**
 * Finds how the wallet can pay `needs`: priced tokens by swapping USDT, USDR by wrapping, USDT by
 * unwrapping spare USDR; if both are too little, from spare DR, so that mined DR can pay for electricity
 * and machines. Returns steps in order that cover every need, or one missing token with its needed amount.
 */
export const solveShortage = (input: Input): Solution => {
  const { needs, wallet, ways } = input
  const spareDr = ways === 'all' && wallet.DR > (needs.DR ?? 0n)
  let closest: Lack | null = null
  for (const drPays of spareDr ? (['nothing', 'all', 'usdt'] as const) : (['nothing'] as const)) {
    // To the cent if the wallet has enough, so that amounts can be compared.
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

/** Steps, or the token that is missing. */
interface Way {
  readonly steps: readonly Preparation[]
  readonly missing: Lack | null
}

/**
 * Use of spare DR. usdt: swapped for missing USDT. all: also directly for DRGV, which saves one swap and
 * fee compared with USDT in between.
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

/** Whether any needed amount exceeds the wallet's. */
export const isShort = (needs: Needs, wallet: Holdings): boolean =>
  TOKENS.some((token) => lack(needs[token], wallet[token]) > 0n)

const SHOWN_DECIMALS = 4

/** Missing amount as text, rounded up. */
export const missingText = ({ have, need }: Pick<Lack, 'have' | 'need'>): string =>
  formatAmount(ceilingAt(need - have, SHOWN_DECIMALS), { maxDecimals: SHOWN_DECIMALS })

const lackText = (lack: Lack): string => `${missingText(lack)} ${lack.token}`

/** `91,579 USDT`, `31,580 USDT + 99,794 DRGV`: needed amount less balance, in one format everywhere. */
export const plainText = (missing: Missing): string =>
  (missing.plain.length > 0 ? missing.plain : [missing]).map(lackText).join(' + ')

/** Amount of a single token that suffices with swaps; null: the same as without swaps. */
export const swappedText = (missing: Missing): string | null => {
  const text = lackText(missing)
  return text === plainText(missing) ? null : text
}
