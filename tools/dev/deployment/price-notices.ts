/**
 * Tokens without an oracle price yet, and the operations that wait for them: no fault of a deployment, but
 * worth reporting.
 */
import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import type { Deployment } from '@dr/contracts/deploy'
import { deployedName, PRICED_TOKENS } from '@dr/protocol/tokens'
import { BaseError, ContractFunctionRevertedError, type PublicClient } from 'viem'

const MEANS: Readonly<Record<string, string>> = {
  PoolTooShallow: 'its pool holds too little USDT: no price, so no sale, no swap and no POD power',
  WindowNotFull:
    'no 24-hour average: no swap and no POD power until `update()` has run for a day, at least every hour, since the first trade or before it',
}

/** One line for each token without a 24-hour average, with the oracle's reason; empty: none. */
export const readPriceNotices = async (
  client: PublicClient,
  { contracts }: Deployment,
): Promise<string[]> => {
  const notices: string[] = []
  for (const token of PRICED_TOKENS) {
    try {
      await client.readContract({
        address: contracts.priceOracle,
        abi: priceOracleAbi,
        functionName: 'price24h',
        args: [contracts[deployedName(token)]],
      })
    } catch (error) {
      const revert =
        error instanceof BaseError ? error.walk((e) => e instanceof ContractFunctionRevertedError) : null
      const name = revert instanceof ContractFunctionRevertedError ? revert.data?.errorName : undefined
      if (name === undefined || MEANS[name] === undefined) throw error
      notices.push(`${token}: ${MEANS[name]} (${name})`)
    }
  }
  return notices
}
