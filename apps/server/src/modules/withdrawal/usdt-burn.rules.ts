/** What a withdrawal of USDT burns in the end, as the contract decides it. Pure; base units. */
import { type Base, base } from '@dr/protocol/amounts'
import { leastUsdtBurn } from '@dr/protocol/withdrawal-burn'
import { least, most } from '../../platform/integers.ts'

/**
 * The lower of the voucher's and the getter's, at least 90 % of the voucher's. `getter`: DR that the burned share of the whole
 * amount buys now; null when the getter reverts, since a withdrawal never reverts on price.
 */
export const usdtBurn = (input: { readonly voucher: bigint; readonly getter: bigint | null }): Base<'DR'> => {
  const { voucher, getter } = input
  return base('DR', getter === null ? voucher : most(least(voucher, getter), leastUsdtBurn(voucher)))
}
