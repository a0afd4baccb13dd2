import { isUnpriced, lastKnownPrice, type Price, type ReadBlock } from '../prices/index.ts'
import type { WithdrawalDeps } from './deps.ts'

/**
 * What a withdrawal of DR counts for against the daily limit: the lower of the 30-minute and the 24-hour average; the
 * 30-minute one alone while there is no other (more than six hours without an update of the oracle leave no 24-hour average a day later). A way
 * out must not hang on a price that serves a limit only: whoever provides the pool's liquidity may take it away. Then the
 * last average there was counts, the higher one: too high a price lets less leave, too low a one would stretch the limit.
 * Null when there never was one: what nobody ever priced has no worth in USD to count, and the vault's own caps, in DR,
 * hold it alone. Throws NO_PRICE without a chain.
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
  return lastKnownPrice(database.read, { token: 'DR', source: contracts.priceOracle })
}
