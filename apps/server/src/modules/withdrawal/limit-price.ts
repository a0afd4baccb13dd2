import { isUnpriced, lastKnownPrice, type Price, type ReadBlock } from '../prices/index.ts'
import type { WithdrawalDeps } from './deps.ts'

/**
 * Price of DR for the daily limit: the lower of the 30-minute and the 24-hour average; the 30-minute one if
 * there is no other (an oracle without updates for more than six hours has no 24-hour average a day later).
 * A missing price must not block withdrawals, since it only serves a limit, and the pool's liquidity may be
 * removed: then the higher of the last known averages counts, since too low a price would exceed the limit.
 * Null if there never was a price: then only the vault's own caps, in DR, apply. Throws NO_PRICE without a
 * chain.
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
