/** Events that an audit counts, read from a node once. */
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import {
  type Address,
  BaseError,
  type Hex,
  type PublicClient,
  ResponseBodyTooLargeError,
  RpcRequestError,
} from 'viem'
import { type MiningEvent, miningAbi } from './mining-events.ts'
import { type SourceEvent, sourceAbi, transferAbi } from './source-events.ts'
import type { VaultEvent } from './vault-counts.ts'

const auditAbi = [...withdrawalVaultAbi, ...miningAbi, ...sourceAbi] as const

/** `at`: the time of its block, Unix seconds. */
export type AuditEvent = (VaultEvent | MiningEvent | SourceEvent) & { readonly at: bigint }

const MINING: ReadonlySet<string> = new Set(miningAbi.map(({ name }) => name))
export const isMining = (event: AuditEvent): event is MiningEvent => MINING.has(event.eventName)

type OtherEvent = Exclude<AuditEvent, MiningEvent>
const SOURCES: ReadonlySet<string> = new Set([...sourceAbi, ...transferAbi].map(({ name }) => name))
export const isVault = (event: OtherEvent): event is VaultEvent & { readonly at: bigint } =>
  !SOURCES.has(event.eventName)

/** Number of the first block in which `address` has code, by bisection; it needs a node that keeps old states. */
export const findFirstBlock = async (
  client: PublicClient,
  address: Address,
  last: bigint,
): Promise<bigint> => {
  let [without, having] = [-1n, last]
  while (having - without > 1n) {
    const middle = (having + without) / 2n
    if ((await client.getCode({ address, blockNumber: middle })) === undefined) without = middle
    else having = middle
  }
  return having
}

interface Range {
  readonly addresses: readonly Address[]
  /** Tokens whose transfers to `receivers` are read. */
  readonly tokens: readonly Address[]
  readonly receivers: readonly Address[]
  readonly fromBlock: bigint
  /** A final block. */
  readonly toBlock: bigint
  readonly rangeBlocks: bigint
}

/** Events read through a client up to a block, which its hash identifies: a test's chain may go back. */
interface Reading {
  readonly key: string
  readonly toBlock: bigint
  readonly toHash: Hex
  readonly events: readonly AuditEvent[]
}
const readings = new WeakMap<PublicClient, Reading>()

/** A node gave too much for one answer, or refused: a part of the blocks may be given. */
const isAboutSize = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof ResponseBodyTooLargeError || cause instanceof RpcRequestError) !==
    null

interface Blocks {
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/** Asks for blocks, and for each half of them where they are too many: anyone may fill a few with events. */
const askInParts = async <Event>(
  blocks: Blocks,
  ask: (blocks: Blocks) => Promise<readonly Event[]>,
): Promise<readonly Event[]> => {
  const { fromBlock, toBlock } = blocks
  try {
    return await ask(blocks)
  } catch (error) {
    if (fromBlock >= toBlock || !isAboutSize(error)) throw error
    const middle = (fromBlock + toBlock) / 2n
    const first = await askInParts({ fromBlock, toBlock: middle }, ask)
    return [...first, ...(await askInParts({ fromBlock: middle + 1n, toBlock }, ask))]
  }
}

const readNewer = async (client: PublicClient, range: Range): Promise<AuditEvent[]> => {
  const { addresses, tokens, receivers, toBlock, rangeBlocks } = range
  const events: AuditEvent[] = []
  const times = new Map<bigint, bigint>()
  const timeOf = async (blockNumber: bigint): Promise<bigint> => {
    const known = times.get(blockNumber) ?? (await client.getBlock({ blockNumber })).timestamp
    times.set(blockNumber, known)
    return known
  }
  for (let { fromBlock } = range; fromBlock <= toBlock; fromBlock += rangeBlocks) {
    const end = fromBlock + rangeBlocks - 1n
    const blocks = { fromBlock, toBlock: end < toBlock ? end : toBlock }
    const found = await askInParts(blocks, (part) =>
      client.getContractEvents({ address: [...addresses], abi: auditAbi, strict: true, ...part }),
    )
    const received = await askInParts(blocks, (part) =>
      client.getContractEvents({
        address: [...tokens],
        abi: transferAbi,
        eventName: 'Transfer',
        args: { to: [...receivers] },
        strict: true,
        ...part,
      }),
    )
    // a transfer of nothing counts for nothing, and costs its sender next to nothing
    for (const event of [...found, ...received.filter(({ args }) => args.value > 0n)]) {
      const at = event.blockTimestamp ?? (await timeOf(event.blockNumber))
      events.push({ ...event, at } as AuditEvent)
    }
  }
  return events
}

/** Events in their order on chain; those up to the last reading through the same client are not asked for again. */
export const readEvents = async (client: PublicClient, range: Range): Promise<readonly AuditEvent[]> => {
  const { addresses, fromBlock, toBlock } = range
  const key = `${fromBlock}:${addresses.join()}`.toLowerCase()
  const known = readings.get(client)
  const goesOn =
    known?.key === key &&
    known.toBlock <= toBlock &&
    (await client.getBlock({ blockNumber: known.toBlock })).hash === known.toHash
  const before = goesOn ? known : undefined
  const { hash: toHash } = await client.getBlock({ blockNumber: toBlock })
  const newer = await readNewer(client, { ...range, fromBlock: before ? before.toBlock + 1n : fromBlock })
  const events = before ? [...before.events, ...newer] : newer
  readings.set(client, { key, toBlock, toHash, events })
  return events
}
