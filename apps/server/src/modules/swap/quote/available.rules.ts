/** The amounts of the exchange that may be quoted. Pure; base units. */
import { WAD } from '@dr/protocol/amounts'
import { byToken, isPriced, type PricedToken, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import { maxBigInt, minBigInt, sqrtBigInt } from '../../../platform/integers.ts'

export type ByToken = Readonly<Record<SwapToken, bigint>>

/** Amounts that open vouchers may still take out. */
export interface Promised {
  readonly outputs: ByToken
  /** USDT of the inventory that their fees take. */
  readonly usdtForFees: bigint
}

export interface Available {
  readonly inventory: ByToken
  /** Remainder of the contract's rolling-day caps. */
  readonly leftToday: ByToken
}

/** The outflow of the current day, and the depth of the priced pools. */
export interface ExchangeDay extends Available {
  readonly usedToday: ByToken
  /** USDT of each priced token's pool (`poolDepth`); 0 without a price. */
  readonly depths: Readonly<Record<PricedToken, bigint>>
}

/** The outflow a day at a pool's price is at most 1 / DEPTH_PARTS of the pool (ADR 0014). */
export const DEPTH_PARTS = 20n

/**
 * Depth of a pool: its USDT, but at most the USDT that it would hold if it were traded to the lower of the
 * averages, by the product of its reserves (`PoolDepth.sol`). So buying just before a quote and selling after
 * it does not raise the depth. Prices in USDT for one token; `spot` must not be 0.
 */
export const poolDepth = (usdt: bigint, { spot, lower }: { spot: bigint; lower: bigint }): bigint =>
  minBigInt(usdt, sqrtBigInt((usdt * usdt * lower) / spot))

/**
 * Liquidity of a pool independent of its price: the root of the product of its reserves. It falls only when
 * liquidity is removed. `usdt`: in the pool; `spot`: USDT for one; 0 where both are nearly zero.
 */
export const poolLiquidity = (usdt: bigint, spot: bigint): bigint => {
  if (spot === 0n) return 0n
  return sqrtBigInt((usdt * usdt * WAD) / spot)
}

/** USDT in a pool of this liquidity once it is traded to `price` (USDT for one, 18 decimals). */
export const usdtAt = (liquidity: bigint, price: bigint): bigint =>
  sqrtBigInt((liquidity * liquidity * price) / WAD)

/**
 * Open vouchers reduce the available amount by at most half. A voucher costs nothing, and the same money can
 * back many of them from one wallet after another, so one user must not be able to block all others by quotes
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
 * Output of a pair that may leave today, less the output of open vouchers: limited by the contract's cap, and
 * by the depth of each pool whose price the pair uses. A price that is manipulated for days gains at most
 * that part of the pool, whatever the exchange holds. `outputPrice`: USDT for one, 18 decimals.
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
