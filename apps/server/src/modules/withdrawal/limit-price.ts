import { isUnpriced, lastKnownPrice, type Price, type ReadBlock } from '../prices/index.ts'
import type { WithdrawalDeps } from './deps.ts'

/**
 * The price at which a withdrawal of DR counts against the daily limit: the lower of the 30-minute and the
 * 24-hour average; the 30-minute one alone while there is no other (more than six hours without an update of
 * the oracle leave no 24-hour average a day later). A missing price must not block withdrawals, since it only
 * serves a limit, and the pool's liquidity may be removed. Then the last known average counts, the higher
 * one: too high a price allows less, too low a one would exceed the limit. Null if there never was a price:
 * then only the vault's own caps, in DR, apply. Throws NO_PRICE without a chain.
 */
export const limitPrice = async (
  { prices, contracts, database }: Pick<WithdrawalDeps, 'prices' | 'contracts' | 'database'>,
  block: ReadBlock,
): Promise<Price | null> => {
  for (const read of [prices.valuePrice, prices.quotePrice]) {
    try {
      return await read('DR', block)
    } catch (error) {
      if (!isUnpriced(error)) throw error
    }
  }
  return lastKnownPrice(database.read, { token: 'DR', source: contracts.PriceOracle })
}
