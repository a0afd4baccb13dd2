/** A real chain with a million events, and the block of each. */
import { startAnvil } from '@dr/test-kit'
import { type Abi, type Address, encodeFunctionData, type Hex } from 'viem'
import type { BenchContext } from '../bench.ts'
import { readReference } from '../reference.ts'

/** Anvil's first account, for which it signs. */
const SENDER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const EVENTS_A_TRANSACTION = 1_000
const EVENTS_A_BLOCK = 1_000
const GAS_AN_EVENT = 4_000n
/** Blocks that make the events' blocks final. */
const BLOCKS_ON_TOP = 3

export interface EventChain {
  readonly url: string
  readonly source: Address
  readonly abi: Abi
  /** Block before the first event. */
  readonly startBlock: bigint
  readonly eventsABlock: number
}

/** `events`: a multiple of a block's. */
export const startEventChain = async ({ defer, log }: BenchContext, events: number): Promise<EventChain> => {
  const anvil = await startAnvil()
  defer(anvil.kill)
  const { client } = anvil
  const { abi, bytecode } = readReference('EventSource')
  const deployed = await client.deployContract({ account: SENDER, abi, bytecode })
  await anvil.mine()
  const { contractAddress, blockNumber: startBlock } = await client.getTransactionReceipt({ hash: deployed })
  if (!contractAddress) throw new Error('the source of events was not deployed')

  const started = performance.now()
  let first = 0
  while (first < events) {
    const hashes: Hex[] = []
    for (const end = first + EVENTS_A_BLOCK; first < end; first += EVENTS_A_TRANSACTION) {
      const args = [BigInt(first), BigInt(EVENTS_A_TRANSACTION)]
      const data = encodeFunctionData({ abi, functionName: 'emitTransfers', args })
      const gas = GAS_AN_EVENT * BigInt(EVENTS_A_TRANSACTION)
      hashes.push(await client.sendTransaction({ account: SENDER, to: contractAddress, data, gas }))
    }
    await anvil.mine()
    const { status } = await client.getTransactionReceipt({ hash: hashes.at(-1) as Hex })
    if (status !== 'success') throw new Error('a transaction with events reverted')
  }
  await anvil.mine(BLOCKS_ON_TOP)
  log(`indexer.store: a chain with ${events} events, in ${Math.round(performance.now() - started)} ms`)
  return { url: anvil.url, source: contractAddress, abi, startBlock, eventsABlock: EVENTS_A_BLOCK }
}
