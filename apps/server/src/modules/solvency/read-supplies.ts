import { drAbi } from '@dr/contracts/abi/dr'
import type { ResponseOf } from '@dr/protocol/call'
import type { overview as overviewCall } from '@dr/protocol/calls/public'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import { chainUnavailable } from '../vouchers/index.ts'

type Supplies = ResponseOf<typeof overviewCall>['supplies']

/** What was minted of each token and what is left of it at a block: the rest was burned, by anybody, for whatever. */
export const readSupplies = async (
  { client, contracts }: { readonly client: PublicClient; readonly contracts: ContractAddresses },
  blockNumber: bigint,
): Promise<Supplies> => {
  const tokens = [
    { token: 'DR', address: contracts.dr },
    { token: 'DRGV', address: contracts.drgv },
  ] as const
  return Promise.all(
    tokens.map(async ({ token, address }) => {
      const at = { address, abi: drAbi, blockNumber } as const
      const [initial, total] = await Promise.all([
        client.readContract({ ...at, functionName: 'INITIAL_SUPPLY' }),
        client.readContract({ ...at, functionName: 'totalSupply' }),
      ])
      return {
        token,
        contract: address.toLowerCase(),
        initial: initial.toString(),
        total: total.toString(),
        burned: (initial - total).toString(),
        blockNumber: Number(blockNumber),
      }
    }),
  ).catch(chainUnavailable)
}
