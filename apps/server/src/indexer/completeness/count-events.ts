/** Numbers of the chain: as the sum of events, and by the chain's own count. */
import type { ChainNumber, CountedEvent, KeptNumber } from '../../platform/chain/chain-numbers.ts'
import type { ChainReader } from '../chain-reader.ts'
import { argsReader, EventMismatchError } from '../decode-event.ts'
import { RpcRefusedError } from '../errors.ts'
import type { EventLog } from '../event-log.ts'

/** By name. */
export type Counts = ReadonlyMap<string, bigint>
/** By name; null: the contract has no such view. */
export type Said = ReadonlyMap<string, bigint | null>

const keyOf = (address: string, topic: string | undefined): string => `${address}:${topic}`

/** Amount of a log; 0 if it does not match the ABI: its handler refuses it. */
const addedBy = ({ event, add }: CountedEvent, log: EventLog): bigint => {
  try {
    return add(argsReader(event)(log) as never)
  } catch (error) {
    if (error instanceof EventMismatchError) return 0n
    throw error
  }
}

/** Counts how much each log moves which of these numbers. */
export const createEventCounter = (numbers: readonly ChainNumber[]) => {
  const counted = Map.groupBy(
    numbers.flatMap(({ name, events }) => events.map((event) => ({ name, event }))),
    ({ event }) => keyOf(event.address, event.topic),
  )
  const movesOf = (log: EventLog): { name: string; amount: bigint }[] =>
    (counted.get(keyOf(log.address, log.topics[0])) ?? [])
      .map(({ name, event }) => ({ name, amount: addedBy(event, log) }))
      .filter(({ amount }) => amount !== 0n)
  const decidesOnly: ReadonlySet<string> = new Set(
    numbers.flatMap((one) => (one.decidesOnly ? [one.name] : [])),
  )
  return {
    movesOf,
    decidesOnly,
    /** Adds the movements without an event of numbers with `decidesOnly`. */
    withUnseen: (counts: Counts, { before, said }: { before: Counts; said: Said | undefined }): Counts => {
      const all = new Map(counts)
      for (const name of decidesOnly) {
        const [start, value] = [before.get(name), said?.get(name)]
        if (start !== undefined && typeof value === 'bigint') all.set(name, value - start)
      }
      return all
    },
    /** All numbers, including unchanged ones. */
    count: (logs: readonly EventLog[]): Counts => {
      const counts = new Map(numbers.map(({ name }) => [name, 0n]))
      if (numbers.length === 0) return counts
      for (const log of logs)
        for (const { name, amount } of movesOf(log)) counts.set(name, (counts.get(name) ?? 0n) + amount)
      return counts
    },
  }
}

export type EventCounter = ReturnType<typeof createEventCounter>

/** The chain's own numbers at the block; undefined if the node does not have the state of that block. */
export const askNumbers = async (
  reader: ChainReader,
  numbers: readonly ChainNumber[],
  block: bigint,
): Promise<Said | undefined> => {
  try {
    const words = await reader.views(
      numbers.map(({ view }) => view),
      block,
    )
    return new Map(
      numbers.map(({ name, of }, index) => {
        const word = words[index]
        if (word === undefined || word === null) return [name, word === null ? null : 0n]
        return [name, of ? of(word) : word]
      }),
    )
  } catch (error) {
    if (error instanceof RpcRefusedError) return undefined
    throw error
  }
}

/** The chain's own numbers at the cursor, computed for those that are counted up to it. */
export const numbersAt = (
  kept: readonly KeptNumber[],
  { numbers, cursor }: { numbers: readonly ChainNumber[]; cursor: bigint | undefined },
): Counts =>
  cursor === undefined
    ? new Map(numbers.map(({ name }) => [name, 0n]))
    : new Map(
        kept
          .filter(({ countedTo }) => countedTo === cursor)
          .map(({ name, booked, gap }) => [name, booked + gap]),
      )

/**
 * Names of the numbers that differ from the sum of the previous ones and the additions, except `decidesOnly`.
 */
export const differing = (
  said: Said,
  { before, counts, decidesOnly }: { before: Counts; counts: Counts; decidesOnly?: ReadonlySet<string> },
): string[] =>
  [...said].flatMap(([name, value]) => {
    const start = before.get(name)
    if (start === undefined || value === null || decidesOnly?.has(name)) return []
    return start + (counts.get(name) ?? 0n) === value ? [] : [name]
  })
