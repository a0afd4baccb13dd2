/** Sums of the events of vaults and machines, at a snapshot and at the newest block. */
import type { Address, PublicClient } from 'viem'
import { type AuditEvent, findFirstBlock, isMining, isVault, readEvents } from './event-log.ts'
import { findMiningContracts, type MiningFacts, readMiningEvents } from './mining-events.ts'
import { readSourceEvents, type SourceFacts } from './source-events.ts'
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
  readonly sources: SourceFacts
}

const count = (
  events: readonly AuditEvent[],
  places: { readonly vaults: readonly Address[]; readonly tokens: { DR: Address; USDT: Address } },
): CountedEvents => {
  const counter = createCounter(places.tokens)
  const others = events.filter((event) => !isMining(event))
  for (const event of others) if (isVault(event)) counter.add(event)
  return {
    books: counter.read(),
    mining: readMiningEvents(events.filter(isMining)),
    sources: readSourceEvents(others, places),
  }
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
  const addresses = [...vaults, ...(contracts ? Object.values(contracts) : [])]
  const events = await readEvents(client, { ...range, addresses, tokens, receivers: vaults.slice(1) })
  const until = events.filter(({ blockNumber }) => blockNumber <= snapshotBlock)
  const places = { vaults, tokens: { DR, USDT } }
  return { contracts, snapshot: count(until, places), newest: count(events, places) }
}
