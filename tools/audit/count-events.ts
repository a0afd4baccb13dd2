/** Sums of the events of vaults and machines, at a snapshot and at the newest block. */
import type { Address, PublicClient } from 'viem'
import { type AuditEvent, findFirstBlock, isMining, readEvents } from './event-log.ts'
import { findMiningContracts, type MiningFacts, readMiningEvents } from './mining-events.ts'
import { type BookCounts, createCounter } from './vault-counts.ts'

interface EventsInput {
  readonly client: PublicClient
  /** First block with events; found by bisection otherwise. */
  readonly fromBlock?: bigint | undefined
  readonly rangeBlocks: bigint
}

export interface CountedEvents {
  readonly books: ReadonlyMap<string, BookCounts>
  readonly mining: MiningFacts
}

const count = (events: readonly AuditEvent[], tokens: { DR: Address; USDT: Address }): CountedEvents => {
  const counter = createCounter(tokens)
  for (const event of events) if (!isMining(event)) counter.add(event)
  return { books: counter.read(), mining: readMiningEvents(events.filter(isMining)) }
}

/** `contracts`: null where the emission was not found, so that no event of machines is known. */
export const countEvents = async (
  { client, rangeBlocks, fromBlock: given }: EventsInput,
  { vaults, tokens }: { readonly vaults: readonly Address[]; readonly tokens: readonly Address[] },
  { snapshotBlock, last }: { snapshotBlock: bigint; last: bigint },
) => {
  const [DR, USDT] = tokens as [Address, Address]
  const fromBlock = given ?? (await findFirstBlock(client, DR, last))
  const range = { fromBlock, toBlock: last, rangeBlocks }
  const contracts = await findMiningContracts(client, { ...range, DR, nodeVault: vaults[2] as Address })
  const addresses = [...vaults, ...(contracts ? [contracts.rights, contracts.emission] : [])]
  const events = await readEvents(client, { ...range, addresses })
  const until = events.filter(({ blockNumber }) => blockNumber <= snapshotBlock)
  return { contracts, snapshot: count(until, { DR, USDT }), newest: count(events, { DR, USDT }) }
}
