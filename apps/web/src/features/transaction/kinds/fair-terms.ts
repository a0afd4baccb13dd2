import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { isNear } from '@dr/protocol/amounts'
import { PRICE_TOLERANCE_BPS } from '@dr/protocol/constants'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { TermsInput, UnfairTerms } from './kind.ts'

/** Terms that the contract would refuse with this error; null: the price is fair. */
export const unfairPrice = (error: string, quoted: bigint, fair: bigint): UnfairTerms | null =>
  isNear(quoted, fair, PRICE_TOLERANCE_BPS) ? null : { kind: 'price', error, quoted, fair }

/**
 * Compares DRGV's price with the oracle's, as the sale contract reads it: `lowerPrice` for machines,
 * `price` for electricity. Throws the oracle's revert if it has no price.
 */
export const unfairDrgvPrice = async (
  { client, config }: TermsInput,
  { quoted, average }: { readonly quoted: bigint; readonly average: 'lowerPrice' | 'price' },
): Promise<UnfairTerms | null> =>
  unfairPrice(
    'PriceOutOfRange',
    quoted,
    await readContract(client, {
      address: config.contracts.PriceOracle as Address,
      abi: priceOracleAbi,
      functionName: average,
      args: [config.contracts.DRGV as Address],
    }),
  )
