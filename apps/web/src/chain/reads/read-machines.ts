import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { call, getBlock } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { type ChainClient, loadChainClient } from './public-client.ts'

/** A machine's state in the contract. Unix seconds; 0: never paid, or no such machine. */
export interface MachineReading {
  /** Zero if there is no such machine. */
  readonly owner: Address
  readonly paidUntil: number
  /** At the newest finalized block. */
  readonly finalPaidUntil: number
}

export interface MachinesReading {
  /** Chain time of the newest block, at which everything but `finalPaidUntil` is read: Unix seconds. */
  readonly blockTime: number
  /** In the requested order. */
  readonly machines: readonly MachineReading[]
}

/** Nodes limit the gas of a call; one view takes about 10,000. */
const CALLS_A_REQUEST = 200

const abi = digitalRightsAbi
type View = 'ownerOf' | 'paidUntil'

/**
 * Reads one view for many machines with the contract's `multicall`: a request for each would exceed a
 * public node's rate limit.
 */
const readEach = async (
  client: ChainClient,
  { to, blockNumber, machineIDs }: { to: Address; blockNumber: bigint; machineIDs: readonly string[] },
  functionName: View,
): Promise<readonly Hex[]> => {
  const calls = machineIDs.map((id) => encodeFunctionData({ abi, functionName, args: [BigInt(id)] }))
  const batches = Array.from({ length: Math.ceil(calls.length / CALLS_A_REQUEST) }, (_, index) =>
    calls.slice(index * CALLS_A_REQUEST, (index + 1) * CALLS_A_REQUEST),
  )
  const answers = await Promise.all(
    batches.map(async (batch) => {
      const multicall = { abi, functionName: 'multicall', args: [batch] } as const
      const { data = '0x' } = await call(client, { to, blockNumber, data: encodeFunctionData(multicall) })
      return decodeFunctionResult({ ...multicall, data })
    }),
  )
  return answers.flat()
}

/** Reads owner and paid time of each machine, by this device alone; throws when no node answers. */
export const readMachines = async (machineIDs: readonly string[]): Promise<MachinesReading> => {
  const [{ contracts }, client] = await Promise.all([loadConfig(), loadChainClient()])
  const [newest, final] = await Promise.all([getBlock(client), getBlock(client, { blockTag: 'finalized' })])
  const to = contracts.DigitalRights as Address
  const at = { to, blockNumber: newest.number, machineIDs }
  const [owners, paid, finalPaid] = await Promise.all([
    readEach(client, at, 'ownerOf'),
    readEach(client, at, 'paidUntil'),
    readEach(client, { ...at, blockNumber: final.number }, 'paidUntil'),
  ])
  const seconds = (data: Hex = '0x'): number =>
    Number(decodeFunctionResult({ abi, functionName: 'paidUntil', data }))
  return {
    blockTime: Number(newest.timestamp),
    machines: owners.map((data, index) => ({
      owner: decodeFunctionResult({ abi, functionName: 'ownerOf', data }).toLowerCase() as Address,
      paidUntil: seconds(paid[index]),
      finalPaidUntil: seconds(finalPaid[index]),
    })),
  }
}
