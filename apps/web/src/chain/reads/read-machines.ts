import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { call, getBlock } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { type ChainClient, loadChainClient } from './public-client.ts'

/** What the contract says of a machine. Unix seconds; 0: never paid, or there is no such machine. */
export interface MachineReading {
  /** Zero when there is no such machine. */
  readonly owner: Address
  readonly paidUntil: number
  /** As of the newest final block. */
  readonly finalPaidUntil: number
}

export interface MachinesReading {
  /** Chain time of the newest block, which all but `finalPaidUntil` is read at: Unix seconds. */
  readonly blockTime: number
  /** In the order they were asked for. */
  readonly machines: readonly MachineReading[]
}

/** A node bounds the gas of a call: a reading takes some 10,000. */
const CALLS_A_REQUEST = 200

const abi = digitalRightsAbi
type View = 'ownerOf' | 'paidUntil'

/**
 * One view of many machines, by the contract's own `multicall`: a request for each would soon be more than a
 * public node answers.
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

/** Owner and paid time of each machine, by this device alone; throws when no node answers. */
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
