/** What may be quoted of what the exchange has. Pure; base units. */
import { WAD } from '@dr/protocol/amounts'
import { byToken, isPriced, type PricedToken, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import { maxBigInt, minBigInt, sqrtBigInt } from '../../../platform/integers.ts'

export type ByToken = Readonly<Record<SwapToken, bigint>>

/** What open vouchers may still take out. */
export interface Promised {
  readonly outputs: ByToken
  /** USDT of the inventory that their fees take. */
  readonly usdtForFees: bigint
}

export interface Available {
  readonly inventory: ByToken
  /** What the contract's rolling-day caps let out. */
  readonly leftToday: ByToken
}

/** What a day let out already, and what the pools hold whose prices the exchange goes by. */
export interface ExchangeDay extends Available {
  readonly usedToday: ByToken
  /** USDT of each priced token's pool, as `poolDepth` has it; 0 without a price. */
  readonly depths: Readonly<Record<PricedToken, bigint>>
}

/**
 * Of what a pool holds, at most one part in so many leaves the exchange a day by that pool's price (ADR
 * 0014).
 */
export const DEPTH_PARTS = 20n

/**
 * What a pool can be said to hold: the USDT in it, but no more than it would hold if it were traded to the
 * lower of the averages, which the product of its reserves says (`PoolDepth.sol`). So who buys just before a
 * quote, and sells after it, makes no pool deeper. USDT for one: `spot`, not 0, and `lower`.
 */
export const poolDepth = (usdt: bigint, { spot, lower }: { spot: bigint; lower: bigint }): bigint =>
  minBigInt(usdt, sqrtBigInt((usdt * usdt * lower) / spot))

/**
 * What a pool consists of, whatever its price: the root of the product of its reserves. It falls only when
 * liquidity leaves. `usdt`: in the pool; `spot`: USDT for one; 0 where both are nearly nothing.
 */
export const poolLiquidity = (usdt: bigint, spot: bigint): bigint => {
  if (spot === 0n) return 0n
  return sqrtBigInt((usdt * usdt * WAD) / spot)
}

/** USDT that a pool of this liquidity holds once it is traded to `price` (USDT for one, 18 decimals). */
export const usdtAt = (liquidity: bigint, price: bigint): bigint =>
  sqrtBigInt((liquidity * liquidity * price) / WAD)

/**
 * Promises reduce the available amount by at most half: a voucher costs nothing, and the same money can back
 * many of them from one wallet after another, so one user must not be able to shut out all others by promises
 * alone. Beyond that the contract decides, first come, first served.
 */
const lessPromised = (whole: bigint, promised: bigint): bigint => whole - minBigInt(promised, whole / 2n)

export const availableOf = (exchange: Available, { outputs, usdtForFees }: Promised): Available => {
  const less = (from: ByToken, promised: (token: SwapToken) => bigint): ByToken =>
    byToken(SWAP_TOKENS, (token) => lessPromised(from[token], promised(token)))
  return {
    inventory: less(exchange.inventory, (token) => outputs[token] + (token === 'USDT' ? usdtForFees : 0n)),
    leftToday: less(exchange.leftToday, (token) => outputs[token]),
  }
}

/**
 * What may leave today of a pair's output: by the contract's cap, and by the depth of each pool whose price
 * the pair goes by, less what is promised. A price that is held up for days is worth no more than that part
 * of the pool, whatever the exchange holds. `outputPrice`: USDT for one, 18 decimals.
 */
export const leftOfPair = (
  exchange: ExchangeDay,
  { outputs }: Pick<Promised, 'outputs'>,
  pair: { readonly inputToken: SwapToken; readonly outputToken: SwapToken; readonly outputPrice: bigint },
): bigint => {
  const { inputToken, outputToken, outputPrice } = pair
  const used = exchange.usedToday[outputToken]
  const byDepth = [inputToken, outputToken]
    .filter(isPriced)
    .map((token) => maxBigInt((exchange.depths[token] * WAD) / DEPTH_PARTS / outputPrice - used, 0n))
  return lessPromised(byDepth.reduce(minBigInt, exchange.leftToday[outputToken]), outputs[outputToken])
}
