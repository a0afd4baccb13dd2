import {
  type Abi,
  type AbiEvent,
  type ContractEventArgsFromTopics,
  type ContractEventName,
  getAbiItem,
  type Hex,
  toEventSelector,
} from 'viem'
import type { Tx } from '../database/database.ts'
import type { LowerHex } from '../hex.ts'
import type { BlockRef } from './chain-clock.ts'

/** One finalized event, decoded. `Args` come from the ABI; hex in them is lower case, as in the database. */
export interface ChainEvent<Args = unknown> {
  readonly args: Args
  readonly chainId: number
  /** The contract that emitted it, lower case. */
  readonly address: LowerHex
  readonly blockNumber: bigint
  readonly blockHash: LowerHex
  /** Unix seconds. */
  readonly blockTimestamp: bigint
  readonly at: Date
  readonly txHash: LowerHex
  readonly logIndex: number
  /** `chain:<chainId>:<txHash>:<logIndex>`: the event's idempotency key (docs/product.md 3). */
  readonly key: string
}

const LOG_BITS = 20n // room for more logs than fit into a block

/** Position of an event in the order of the chain. */
export const placeOf = ({ blockNumber, logIndex }: Pick<ChainEvent, 'blockNumber' | 'logIndex'>): bigint =>
  (blockNumber << LOG_BITS) | BigInt(logIndex)

/** Handles one type of event of one contract for a module. Created by `eventHandler` or `batchHandler`. */
export interface EventHandler {
  /** `<module>.<event>`, in metrics, logs and suspense. */
  readonly name: string
  readonly address: LowerHex
  readonly event: AbiEvent
  /** topic0 of `event`. */
  readonly topic: Hex
  /** Requested values of the indexed arguments in order; null: any. Other events are not requested. */
  readonly wanted: readonly (readonly Hex[] | null)[]
  /**
   * Events of one lane are handled in the order of the chain; lanes do not wait for each other within a
   * range.
   */
  readonly lane: string
  readonly handle: (tx: Tx, event: ChainEvent) => Promise<void>
  /** Handles one or more consecutive events of its lane at once. */
  readonly handleAll?: (tx: Tx, events: readonly ChainEvent[]) => Promise<void>
}

/**
 * Work of a module after the clock has moved, such as expiry or folding. Idempotent: it processes everything
 * up to `range.to`.
 */
export interface AdvanceHook {
  readonly name: string
  /** Runs once per processed range of blocks, after all its events, in the same transaction. */
  readonly run: (tx: Tx, range: { readonly from: BlockRef; readonly to: BlockRef }) => Promise<void>
}

/** The default lane of handlers. */
const MAIN_LANE = 'main'

/** Converts viem's `Hex` types to lower-case hex. */
type Lowered<T> = T extends Hex ? LowerHex : T extends object ? { [K in keyof T]: Lowered<T[K]> } : T

type EventOf<A extends Abi, N extends ContractEventName<A>> = ChainEvent<
  Lowered<ContractEventArgsFromTopics<A, N, true>>
>

interface Subscription<A extends Abi, N extends ContractEventName<A>> {
  readonly name: string
  readonly address: LowerHex
  readonly abi: A
  readonly event: N
  /** Only events whose indexed address argument is one of these; filtered by the node. */
  readonly where?: Readonly<Record<string, readonly LowerHex[]>>
  /** For events whose order relative to all others does not matter: they are handled in larger batches. */
  readonly lane?: string
}

/** An address as an indexed argument. */
export const topicOfAddress = (address: LowerHex): Hex => `0x${address.slice(2).padStart(64, '0')}`

const wantedOf = (
  { name, inputs }: AbiEvent,
  where: Readonly<Record<string, readonly LowerHex[]>>,
): EventHandler['wanted'] => {
  const indexed = inputs.filter((input) => input.indexed)
  for (const argument of Object.keys(where)) {
    if (indexed.some((input) => input.name === argument && input.type === 'address')) continue
    throw new TypeError(`${name} has no indexed address ${argument}`)
  }
  const last = indexed.findLastIndex((input) => where[String(input.name)] !== undefined)
  return indexed.slice(0, last + 1).map((input) => where[String(input.name)]?.map(topicOfAddress) ?? null)
}

const subscribe = <A extends Abi, N extends ContractEventName<A>>(input: Subscription<A, N>) => {
  const event = getAbiItem({ abi: input.abi as Abi, name: input.event as string })
  if (event?.type !== 'event') throw new TypeError(`the ABI has no event ${String(input.event)}`)
  return {
    name: input.name,
    address: input.address,
    event,
    topic: toEventSelector(event),
    wanted: wantedOf(event, input.where ?? {}),
    lane: input.lane ?? MAIN_LANE,
  }
}

/**
 * A handler with its arguments typed from the ABI. `handle` writes only through `tx`, since it may run again
 * in another transaction. If it throws a retryable error, the blocks are retried; otherwise the event goes to
 * suspense.
 */
export const eventHandler = <const A extends Abi, N extends ContractEventName<A>>(
  input: Subscription<A, N> & { readonly handle: (tx: Tx, event: EventOf<A, N>) => Promise<void> },
): EventHandler => ({ ...subscribe(input), handle: input.handle as EventHandler['handle'] })

/**
 * A handler for events that may come by the million: `handleAll` gets consecutive ones of its lane together
 * (1 to some 10,000), in the order of the chain, to write them by `UNNEST`. If it throws an error that is not
 * retryable, it is called again with smaller and smaller parts, until only the faulty event is in suspense.
 */
export const batchHandler = <const A extends Abi, N extends ContractEventName<A>>(
  input: Subscription<A, N> & {
    readonly handleAll: (tx: Tx, events: readonly EventOf<A, N>[]) => Promise<void>
  },
): EventHandler => {
  const handleAll = input.handleAll as NonNullable<EventHandler['handleAll']>
  return { ...subscribe(input), handle: (tx, event) => handleAll(tx, [event]), handleAll }
}
