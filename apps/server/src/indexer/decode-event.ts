import type { AbiEvent, AbiParameter, Hex } from 'viem'
import { dateOfUnix } from '../platform/chain/chain-clock.ts'
import type { ChainEvent, EventHandler } from '../platform/chain/chain-events.ts'
import { FatalError } from '../platform/errors.ts'
import type { EventLog } from './event-log.ts'

/** The log does not match the ABI. */
export class EventMismatchError extends FatalError {}

/** The event has a type that cannot be decoded here; detected when the program starts. */
export class UnreadableEventError extends FatalError {}

/** 32 bytes of hex. */
type Word = string
type ReadWord = (word: Word) => unknown
/** Reads an argument from the hex of the data (without 0x); `head`: the position of its head. */
type ReadArgument = (data: string, head: number) => unknown
type Args = Record<string, unknown>

const WORD = 64
const NUMBER_BITS_MAX = 48
const ADDRESS_PADDING = '0'.repeat(24)
const SIGN_BITS = 256

const wordAt = (data: string, position: number): Word => {
  const word = data.slice(position, position + WORD)
  if (word.length !== WORD) throw new EventMismatchError('the data ends before its arguments do')
  return word
}

/** Positions and lengths are far below 2^31; anything else is not such an event. */
const smallAt = (data: string, position: number): number => {
  const value = Number(`0x${wordAt(data, position)}`)
  if (value > data.length) throw new EventMismatchError('the data points outside itself')
  return value
}

const readAddress: ReadWord = (word) => {
  if (!word.startsWith(ADDRESS_PADDING)) throw new EventMismatchError(`no address: ${word}`)
  return `0x${word.slice(ADDRESS_PADDING.length)}`
}

const readBool: ReadWord = (word) => {
  const value = BigInt(`0x${word}`)
  if (value > 1n) throw new EventMismatchError(`no bool: ${word}`)
  return value === 1n
}

/** Like viem: `number` up to 48 bits, `bigint` above. */
const readInteger = (bits: number, signed: boolean): ReadWord => {
  const form = bits <= NUMBER_BITS_MAX ? Number : (value: bigint) => value
  if (!signed && bits === SIGN_BITS) return (word) => BigInt(`0x${word}`)
  return (word) => {
    const raw = BigInt(`0x${word}`)
    const value = signed ? BigInt.asIntN(SIGN_BITS, raw) : raw
    const fits = signed ? BigInt.asIntN(bits, value) === value : BigInt.asUintN(bits, value) === value
    if (!fits) throw new EventMismatchError(`more than ${bits} bits: ${word}`)
    return form(value)
  }
}

const wordReader = (type: string): ReadWord | undefined => {
  if (type === 'address') return readAddress
  if (type === 'bool') return readBool
  const integer = /^(u?)int(\d+)$/.exec(type)
  if (integer) return readInteger(Number(integer[2]), integer[1] === '')
  const bytes = /^bytes(\d+)$/.exec(type)?.[1]
  return bytes === undefined ? undefined : (word) => `0x${word.slice(0, Number(bytes) * 2)}`
}

const readBytes = (data: string, head: number): Hex => {
  const start = smallAt(data, head) * 2
  const end = start + WORD + smallAt(data, start) * 2
  if (end > data.length) throw new EventMismatchError('the data ends before its arguments do')
  return `0x${data.slice(start + WORD, end)}`
}

const readList =
  (readItem: ReadWord): ReadArgument =>
  (data, head) => {
    const start = smallAt(data, head) * 2
    return Array.from({ length: smallAt(data, start) }, (_, index) =>
      readItem(wordAt(data, start + WORD + index * WORD)),
    )
  }

const componentsOf = (input: AbiParameter): readonly AbiParameter[] =>
  'components' in input ? input.components : []

/** A struct of static words is encoded in the head itself, word after word. */
const readStruct = (input: AbiParameter): ReadArgument | undefined => {
  const members = componentsOf(input).map(({ name, type }) => ({
    name: String(name),
    read: wordReader(type),
  }))
  if (members.length === 0 || members.some(({ read }) => read === undefined)) return undefined
  return (data, head) =>
    Object.fromEntries(
      members.map(({ name, read }, index) => [name, read?.(wordAt(data, head + index * WORD))]),
    )
}

/** Hex digits of an argument in the head. */
const headSize = (input: AbiParameter): number =>
  input.type === 'tuple' ? componentsOf(input).length * WORD : WORD

const argumentReader = (input: AbiParameter): ReadArgument | undefined => {
  const { type } = input
  if (type === 'tuple') return readStruct(input)
  const readWord = wordReader(type)
  if (readWord) return (data, head) => readWord(wordAt(data, head))
  if (type === 'bytes') return readBytes
  if (type === 'string')
    return (data, head) => Buffer.from(readBytes(data, head).slice(2), 'hex').toString('utf8')
  const item = type.endsWith('[]') ? wordReader(type.slice(0, -2)) : undefined
  return item && readList(item)
}

/** The topic of an indexed argument whose type does not fit a word is its hash. */
const topicReader = ({ type }: AbiParameter): ReadWord => wordReader(type) ?? ((word) => `0x${word}`)

const compile = (event: AbiEvent): ((log: EventLog) => Args) => {
  const named = event.inputs.map((input) => ({ ...input, name: String(input.name ?? '') }))
  if (named.some(({ name }) => name === '')) {
    throw new UnreadableEventError(`${event.name} has arguments without a name`)
  }
  const inTopics = named
    .filter(({ indexed }) => indexed)
    .map((input) => ({ name: input.name, read: topicReader(input) }))
  let end = 0
  const inData = named
    .filter(({ indexed }) => !indexed)
    .map((input) => {
      const read = argumentReader(input)
      if (!read) throw new UnreadableEventError(`${event.name}: ${input.type} is not read here`)
      const head = end
      end += headSize(input)
      return { name: input.name, head, read }
    })
  return ({ topics, data }) => {
    if (topics.length !== inTopics.length + 1) {
      throw new EventMismatchError(`${event.name} with ${topics.length} topics`)
    }
    const args: Args = {}
    let index = 0
    for (const { name, read } of inTopics) args[name] = read((topics[++index] as Hex).slice(2))
    const hex = data.slice(2)
    for (const { name, head, read } of inData) args[name] = read(hex, head)
    return args
  }
}

const compiled = new WeakMap<AbiEvent, (log: EventLog) => Args>()

/**
 * Decodes the arguments of a log. @throws UnreadableEventError for an event with lists of lists, or structs
 * of more than words: no event has these.
 */
export const argsReader = (event: AbiEvent): ((log: EventLog) => Args) => {
  const known = compiled.get(event)
  if (known) return known
  const made = compile(event)
  compiled.set(event, made)
  return made
}

/** The event for a handler. Throws `EventMismatchError` (not retryable) if the log does not match the ABI. */
export const decodeEvent = (
  log: EventLog & { readonly blockTimestamp: bigint },
  { handler, chainId }: { handler: EventHandler; chainId: number },
): ChainEvent => ({
  args: argsReader(handler.event)(log),
  chainId,
  address: log.address,
  blockNumber: log.blockNumber,
  blockHash: log.blockHash,
  blockTimestamp: log.blockTimestamp,
  at: dateOfUnix(log.blockTimestamp),
  txHash: log.txHash,
  logIndex: log.logIndex,
  key: `chain:${chainId}:${log.txHash}:${log.logIndex}`,
})
