import type { Address } from 'viem'
import { estimateGas, call as ethCall } from 'viem/actions'
import type { ChainClient } from '../reads/public-client.ts'
import type { ContractCall } from './contract-call.ts'

/** Simulates the call on the newest block; throws its revert. */
export const simulateCall = async (
  client: ChainClient,
  account: Address,
  call: ContractCall,
): Promise<void> => {
  await ethCall(client, { account, to: call.to, data: call.data })
}

/** Gas of the call now, plus a fifth for changes by other transactions. */
export const estimateCallGas = async (
  client: ChainClient,
  account: Address,
  call: ContractCall,
): Promise<bigint> => {
  const gas = await estimateGas(client, { account, to: call.to, data: call.data, prepare: false })
  return (gas * 6n) / 5n
}
