import type { PricedToken } from '@dr/protocol/tokens'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { PriceReader } from './create-price-reader.ts'
import { oraclePriceOrNull } from './no-price.ts'
import type { Price } from './read-price.ts'

/**
 * The higher of both averages at the newest block, or the 30-minute one if there is no other. Null: neither.
 */
const higherAverage = async (prices: PriceReader, token: PricedToken): Promise<Price | null> => {
  const block = await prices.newestBlock()
  const both = await oraclePriceOrNull(prices.averages(token, block))
  return both ? { ...both, price: both.higher } : oraclePriceOrNull(prices.quotePrice(token, block))
}

/**
 * Stores the oracle's current price of a token, for a time when the oracle has none. Only its averages are
 * stored, which it has while the pool is deep: the price of a shallow pool can be moved at almost no cost.
 * Throws NO_PRICE without a chain.
 */
export const keepKnownPrice = async (single: Tx, prices: PriceReader, token: PricedToken): Promise<void> => {
  const known = await higherAverage(prices, token)
  if (known === null) return
  await single.query({
    name: 'price_known_keep',
    text: `INSERT INTO price_known (token, price, block_number, block_time) VALUES ($1, $2, $3, $4)
      ON CONFLICT (token) DO UPDATE SET price = excluded.price, block_number = excluded.block_number,
        block_time = excluded.block_time`,
    values: [token, known.price, known.block.number, known.block.timestamp],
  })
}

/** The last stored price, with its block, however old; null if there is none. `source`: the oracle. */
export const lastKnownPrice = async (
  reader: Reader,
  { token, source }: { readonly token: PricedToken; readonly source: LowerHex },
): Promise<Price | null> => {
  const { rows } = await reader.query<{ price: bigint; number: bigint; timestamp: bigint }>({
    name: 'price_known_read',
    text: 'SELECT price, block_number AS number, block_time AS timestamp FROM price_known WHERE token = $1',
    values: [token],
  })
  const [row] = rows
  return row ? { price: row.price, block: { number: row.number, timestamp: row.timestamp }, source } : null
}
