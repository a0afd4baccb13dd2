/**
 * Numbers that a contract counts itself, such as its purchases. The indexer computes the same from the events
 * it receives, and compares: this reveals an event that no endpoint returned (ADR 0062).
 */
import {
  type Abi,
  type AbiEvent,
  type ContractEventArgsFromTopics,
  type ContractEventName,
  type ContractFunctionName,
  getAbiItem,
  type Hex,
  toEventSelector,
} from 'viem'
import type { Reader } from '../database/database.ts'
import type { LowerHex } from '../hex.ts'
import { selectorOf, type View } from './chain-views.ts'

/** An event that moves a number. */
export interface CountedEvent {
  readonly address: LowerHex
  readonly event: AbiEvent
  /** topic0 of `event`. */
  readonly topic: Hex
  /** Amount by which the number moves, from the event's decoded arguments. */
  readonly add: (args: never) => bigint
}

export interface ChainNumber {
  /** `<module>.<number>`, in the database, metrics and logs. */
  readonly name: string
  readonly view: View
  /** Converts the view's answer; default: unchanged. */
  readonly of?: (answer: bigint) => bigint
  /**
   * True for a number that also moves without an event: it decides between endpoints whose logs differ, and
   * proves no gap.
   */
  readonly decidesOnly?: true
  readonly events: readonly CountedEvent[]
}

const ONE_EACH = (): bigint => 1n

/** An event with its arguments typed from the ABI; `add` defaults to 1 for each. */
export const countedEvent = <const A extends Abi, N extends ContractEventName<A>>(input: {
  readonly address: LowerHex
  readonly abi: A
  readonly event: N
  readonly add?: (args: ContractEventArgsFromTopics<A, N, true>) => bigint
}): CountedEvent => {
  const event = getAbiItem({ abi: input.abi as Abi, name: input.event as string })
  if (event?.type !== 'event') throw new TypeError(`the ABI has no event ${String(input.event)}`)
  const add = (input.add ?? ONE_EACH) as CountedEvent['add']
  return { address: input.address, event, topic: toEventSelector(event), add }
}

/** A number that each of its contract's events moves by 1. */
export const countOf = <const A extends Abi>(input: {
  readonly name: string
  readonly address: LowerHex
  readonly abi: A
  readonly view: ContractFunctionName<A, 'view' | 'pure'>
  readonly events: readonly ContractEventName<A>[]
}): ChainNumber => {
  const { name, address, abi, view, events } = input
  return {
    name,
    view: { address, selector: selectorOf(abi, view) },
    events: events.map((event) => countedEvent({ address, abi, event })),
  }
}

/** A number in the database. */
export interface KeptNumber {
  readonly name: string
  readonly booked: bigint
  /** Difference of the chain's own number and `booked` when it was last asked. */
  readonly gap: bigint
  /** Block up to which events are counted. */
  readonly countedTo: bigint
  /**
   * The last block at which both were equal, and its time in Unix seconds; null before the first comparison.
   */
  readonly agreed: { readonly block: bigint; readonly at: bigint } | null
}

interface NumberRow {
  name: string
  booked: bigint
  gap: bigint
  counted_to: bigint
  agreed_block: bigint | null
  agreed_at: bigint | null
}

export const readChainNumbers = async (reader: Reader): Promise<KeptNumber[]> => {
  const { rows } = await reader.query<NumberRow>({
    name: 'chain_number_read',
    text: 'SELECT name, booked, gap, counted_to, agreed_block, agreed_at FROM chain_number ORDER BY name',
  })
  return rows.map(({ name, booked, gap, counted_to, agreed_block: block, agreed_at: at }) => ({
    name,
    booked,
    gap,
    countedTo: counted_to,
    agreed: block === null || at === null ? null : { block, at },
  }))
}

/** Numbers that differ between chain and database, with the difference. */
export const readGaps = async (reader: Reader): Promise<{ name: string; gap: bigint }[]> =>
  (await readChainNumbers(reader)).filter(({ gap }) => gap !== 0n).map(({ name, gap }) => ({ name, gap }))

/**
 * The chain's time, Unix seconds, at which all counted numbers last agreed: no earlier event is missing. 0
 * before the first comparison; undefined if no number is counted.
 */
export const completeUntil = async (reader: Reader): Promise<bigint | undefined> => {
  const { rows } = await reader.query<{ until: bigint | null }>({
    name: 'chain_number_complete_until',
    text: `SELECT min(coalesce(n.agreed_at, 0)) AS until
      FROM chain_number n JOIN chain_clock c ON c.block_number = n.counted_to`,
  })
  return rows[0]?.until ?? undefined
}
