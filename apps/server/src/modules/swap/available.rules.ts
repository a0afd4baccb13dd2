/** What may be quoted of what the exchange has. Pure; base units. */
import { byToken, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import { minBigInt } from '../../platform/integers.ts'

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
