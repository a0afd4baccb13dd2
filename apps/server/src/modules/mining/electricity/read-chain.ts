/** State that mining reads from the chain for a quote, at the quote's block. */

import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { decodeFunctionResult, encodeFunctionData, type PublicClient } from 'viem'
import { chainUnavailable } from '../../../platform/chain/chain-unavailable.ts'
import type { LowerHex } from '../../../platform/hex.ts'

/**
 * `paidUntil` of these machines by the contract, at the newest block or `blockNumber`; 0: never paid. One
 * call.
 */
export const readPaidUntil = async (
  client: PublicClient,
  input: {
    readonly digitalRights: LowerHex
    readonly machineIds: readonly bigint[]
    readonly blockNumber?: bigint
  },
): Promise<bigint[]> => {
  if (input.machineIds.length === 0) return []
  const at = { abi: digitalRightsAbi, functionName: 'paidUntil' } as const
  const { result } = await client
    .simulateContract({
      address: input.digitalRights,
      abi: digitalRightsAbi,
      functionName: 'multicall',
      args: [input.machineIds.map((id) => encodeFunctionData({ ...at, args: [id] }))],
      ...(input.blockNumber === undefined ? {} : { blockNumber: input.blockNumber }),
    })
    .catch(chainUnavailable)
  return result.map((data) => decodeFunctionResult({ ...at, data }))
}
