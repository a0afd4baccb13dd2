import type { Address } from 'viem'
import { estimateGas, call as ethCall } from 'viem/actions'
import type { ChainClient } from '../reads/public-client.ts'
import type { ContractCall } from './contract-call.ts'

/** Runs the call against the newest block without sending it; throws what it would revert with. */
export const simulateCall = async (
  client: ChainClient,
  account: Address,
  call: ContractCall,
): Promise<void> => {
  await ethCall(client, { account, to: call.to, data: call.data })
}

/** Gas the call would use now, with a fifth on top for what other transactions change meanwhile. */
export const estimateCallGas = async (
  client: ChainClient,
  account: Address,
  call: ContractCall,
): Promise<bigint> => {
  const gas = await estimateGas(client, { account, to: call.to, data: call.data })
  return (gas * 6n) / 5n
}
