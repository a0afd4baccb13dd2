/** What a withdrawal is held to (PRODUCT.md 11). Pure; base units, USD with 18 decimals. */
import { WAD } from '@dr/protocol/amounts'

/** Value in USD of `amount` at `price` (USDT for one token, 18 decimals). Rounded up: a limit is never stretched. */
export const usdValueOf = (amount: bigint, price: bigint): bigint => (amount * price + WAD - 1n) / WAD

/** UTC day of the product's clock, `2026-11-20`. */
export const utcDayOf = (timestamp: bigint): string =>
  new Date(Number(timestamp) * 1000).toISOString().slice(0, 10)
