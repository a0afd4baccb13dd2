import {
  type Abi,
  type AbiEvent,
  type Address,
  type ContractEventArgsFromTopics,
  type ContractEventName,
  getAbiItem,
  type Hex,
  toEventSelector,
} from 'viem'
import type { BlockRef } from './chain-clock.ts'
import type { Tx } from './database/database.ts'

/** One finalized event, decoded. `Args` come from the ABI; addresses in them are checksummed, as viem gives them. */
export interface ChainEvent<Args = unknown> {
  readonly args: Args
  readonly chainId: number
  /** The contract that emitted it, lower case. */
  readonly address: Address
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Unix seconds. */
  readonly blockTimestamp: bigint
  readonly at: Date
  readonly txHash: Hex
  readonly logIndex: number
  /** `chain:<chainId>:<txHash>:<logIndex>`: the idempotency key of what it says (PRODUCT.md 3). */
  readonly key: string
}

/** What a module does with one kind of event of one contract. Made by `eventHandler`. */
export interface EventHandler {
  /** `<module>.<event>`, in metrics, logs and suspense. */
  readonly name: string
  /** Lower case. */
  readonly address: Address
  readonly event: AbiEvent
  /** topic0 of `event`. */
  readonly topic: Hex
  readonly handle: (tx: Tx, event: ChainEvent) => Promise<void>
}

/** What a module does when the clock has moved: lapses, folds. Idempotent: "bring up to `range.to`". */
export interface AdvanceHook {
  readonly name: string
  /** Runs once per processed range of blocks, after all its events, in the same transaction. */
  readonly run: (tx: Tx, range: { readonly from: BlockRef; readonly to: BlockRef }) => Promise<void>
}

/**
 * A handler with its arguments typed from the ABI. `handle` writes through `tx` only: it may be run again in another
 * transaction. What it throws decides: retryable, the blocks are tried again; not, the event goes to suspense.
 */
export const eventHandler = <const A extends Abi, N extends ContractEventName<A>>(input: {
  readonly name: string
  readonly address: Address
  readonly abi: A
  readonly event: N
  readonly handle: (tx: Tx, event: ChainEvent<ContractEventArgsFromTopics<A, N, true>>) => Promise<void>
}): EventHandler => {
  const event = getAbiItem({ abi: input.abi as Abi, name: input.event as string })
  if (event?.type !== 'event') throw new TypeError(`the ABI has no event ${String(input.event)}`)
  return {
    name: input.name,
    address: input.address.toLowerCase() as Address,
    event,
    topic: toEventSelector(event),
    handle: input.handle as EventHandler['handle'],
  }
}
