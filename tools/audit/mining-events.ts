/** Events of machines, and where they are: the registry names vaults and tokens alone. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { emissionAbi } from '@dr/contracts/abi/emission'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { WAD } from '@dr/protocol/amounts'
import { EMISSION_TOTAL } from '@dr/protocol/constants'
import {
  type Address,
  type ContractEventName,
  type GetContractEventsReturnType,
  getAbiItem,
  type PublicClient,
  zeroAddress,
} from 'viem'
import type { Payment, Purchase } from './machine-power.ts'

export const miningAbi = [
  getAbiItem({ abi: digitalRightsAbi, name: 'MachinesBought' }),
  getAbiItem({ abi: digitalRightsAbi, name: 'MachinesActivated' }),
  getAbiItem({ abi: digitalRightsAbi, name: 'MachinesRenewed' }),
  getAbiItem({ abi: emissionAbi, name: 'Released' }),
] as const

/** With the time of its block, Unix seconds. */
export type MiningEvent = GetContractEventsReturnType<
  typeof miningAbi,
  ContractEventName<typeof miningAbi>,
  true
>[number] & { readonly at: bigint }

export interface MiningContracts {
  readonly rights: Address
  readonly emission: Address
  readonly oracle: Address
}

const oracleOf = (client: PublicClient, rights: Address): Promise<Address> =>
  client.readContract({ address: rights, abi: digitalRightsAbi, functionName: 'ORACLE' })

/**
 * Contracts of the machines, which no one's word is needed for: the node vault takes deposits from one contract
 * for good, and DR's one mint of the whole emission went to the other. Null: no such mint in these blocks.
 */
export const findMiningContracts = async (
  client: PublicClient,
  input: {
    readonly nodeVault: Address
    readonly DR: Address
    readonly fromBlock: bigint
    readonly toBlock: bigint
    readonly rangeBlocks: bigint
  },
): Promise<MiningContracts | null> => {
  const { nodeVault, DR, toBlock, rangeBlocks } = input
  const rights = await client.readContract({
    address: nodeVault,
    abi: withdrawalVaultAbi,
    functionName: 'DEPOSITOR',
  })
  for (let { fromBlock } = input; fromBlock <= toBlock; fromBlock += rangeBlocks) {
    const end = fromBlock + rangeBlocks - 1n
    const mints = await client.getContractEvents({
      address: DR,
      abi: drAbi,
      eventName: 'Transfer',
      args: { from: zeroAddress },
      strict: true,
      fromBlock,
      toBlock: end < toBlock ? end : toBlock,
    })
    const mint = mints.find(({ args }) => args.value === EMISSION_TOTAL)
    if (mint) return { rights, emission: mint.args.to, oracle: await oracleOf(client, rights) }
    if (mints.length > 0) return null // DR mints at its deployment and never again
  }
  return null
}

/** Purchases, payments and releases by the events, in their order on chain. */
export interface MiningFacts {
  readonly purchases: ReadonlyMap<bigint, Purchase>
  readonly payments: readonly Payment[]
  /** Up to here all emission was released, Unix seconds; 0: none was. */
  readonly until: bigint
  /** Base units of DR. */
  readonly released: bigint
  readonly releases: number
}

const OFFSET_BITS = 7n

export const readMiningEvents = (events: readonly MiningEvent[]): MiningFacts => {
  const purchases = new Map<bigint, Purchase>()
  const payments: Payment[] = []
  let [until, released, releases] = [0n, 0n, 0]
  for (const { eventName, args, at } of events) {
    if (eventName === 'MachinesBought')
      purchases.set(args.firstMachineId >> OFFSET_BITS, {
        account: args.account.toLowerCase(),
        machineCount: args.machineCount,
        value: args.usdtAmount + (args.DRGVAmount * args.DRGVPrice) / WAD,
      })
    if (eventName === 'MachinesActivated')
      payments.push({ machineIds: args.machineIDs, periods: args.Period, at })
    if (eventName === 'MachinesRenewed')
      payments.push({ machineIds: args.machineIDs, periods: args.periods, at })
    if (eventName === 'Released')
      [until, released, releases] = [args.until, released + args.amount, releases + 1]
  }
  return { purchases, payments, until, released, releases }
}
