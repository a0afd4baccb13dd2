import { drAbi } from '@dr/contracts/abi/dr'
import type { ResponseOf } from '@dr/protocol/call'
import type { overview as overviewCall } from '@dr/protocol/calls/public'
import { FIXED_SUPPLY_TOKENS } from '@dr/protocol/tokens'
import type { PublicClient } from 'viem'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'

type Supplies = ResponseOf<typeof overviewCall>['supplies']

/**
 * Minted amount of each token, and its supply at a block: the difference was burned, by any account and for
 * any purpose.
 */
export const readSupplies = async (
  { client, contracts }: { readonly client: PublicClient; readonly contracts: ContractAddresses },
  blockNumber: bigint,
): Promise<Supplies> => {
  return Promise.all(
    FIXED_SUPPLY_TOKENS.map(async (token) => {
      const address = contracts[token]
      const at = { address, abi: drAbi, blockNumber } as const
      const [initial, total] = await Promise.all([
        client.readContract({ ...at, functionName: 'INITIAL_SUPPLY' }),
        client.readContract({ ...at, functionName: 'totalSupply' }),
      ])
      return {
        token,
        contract: address,
        initial: initial.toString(),
        total: total.toString(),
        burned: (initial - total).toString(),
        blockNumber: Number(blockNumber),
      }
    }),
  ).catch(chainUnavailable)
}
