import { APPROVAL_GAS_LIMIT } from '@dr/protocol/constants'
import type { Address } from 'viem'
import type { ChainClient } from '../reads/public-client.ts'
import type { ContractCall } from './contract-call.ts'
import { estimateCallGas } from './simulate-call.ts'

/** Required gas limit of 60,000 (requirement §9), or a higher estimate. */
export const approvalGas = async (
  client: ChainClient,
  account: Address,
  call: ContractCall,
): Promise<bigint> => {
  const estimate = await estimateCallGas(client, account, call)
  if (estimate > APPROVAL_GAS_LIMIT) return estimate
  return APPROVAL_GAS_LIMIT
}
