import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { TermsInput, UnfairTerms } from './kind.ts'

/** The contracts' tolerance around the on-chain average: 5 %. */
const isNear = (quoted: bigint, fair: bigint): boolean =>
  (quoted > fair ? quoted - fair : fair - quoted) * 20n <= fair

/** The contract would refuse it with this error. */
export const unfairPrice = (error: string, quoted: bigint, fair: bigint): UnfairTerms | null =>
  isNear(quoted, fair) ? null : { kind: 'price', error, quoted, fair }

/** DRGV's price as the sale contract reads it. Throws the contract's own revert where there is none. */
export const unfairDrgvPrice = async (
  { client, config, contract }: TermsInput,
  quoted: bigint,
): Promise<UnfairTerms | null> =>
  unfairPrice(
    'PriceOutOfRange',
    quoted,
    await readContract(client, {
      address: contract,
      abi: digitalRightsAbi,
      functionName: 'priceOf',
      args: [config.contracts.DRGV as Address],
    }),
  )
