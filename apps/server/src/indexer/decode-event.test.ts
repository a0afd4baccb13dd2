import fc from 'fast-check'
import {
  type AbiEvent,
  type AbiParameter,
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbiItem,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { lowerHex } from '../platform/hex.ts'
import { argsReader, EventMismatchError, UnreadableEventError } from './decode-event.ts'
import type { EventLog } from './event-log.ts'

const hash = lowerHex(`0x${'ab'.repeat(32)}`)
const logOf = (topics: readonly Hex[], data: Hex): EventLog => ({
  address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  topics,
  data,
  blockNumber: 1n,
  blockHash: hash,
  txHash: hash,
  logIndex: 0,
})

const EVENTS = [
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Activated(address indexed account, uint256 nonce, bytes32 indexed digest, uint256[] ids, uint256 Period)',
  'event Funded(uint8 kind, address indexed source, address indexed token, uint256 id, bool open, string memo, bytes raw)',
  'event Signs(int256 a, int8 indexed b, int64 c, uint48 d, uint64 e, bytes4 f, address[] g, bool[] h)',
  'event Hashed(string indexed name, bytes32 x)',
  'event Nothing()',
  'event CapsSet(address indexed token, string why, (uint16 bps, uint112 floor, address owner) caps, uint256 last)',
].map((text) => parseAbiItem(text) as AbiEvent)

/** A value of a parameter: a struct by its members' names. */
const anyParameter = (input: AbiParameter): fc.Arbitrary<unknown> =>
  'components' in input
    ? fc.record(
        Object.fromEntries(input.components.map((member) => [String(member.name), anyParameter(member)])),
      )
    : anyOf(input.type)

/** A value of an elementary or list type. */
const anyOf = (type: string): fc.Arbitrary<unknown> => {
  if (type.endsWith('[]')) return fc.array(anyOf(type.slice(0, -2)), { maxLength: 5 })
  const hex = (bytes: number) =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => toHex(value))
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(type) ?? []
  if (bits !== undefined) {
    const top = 1n << BigInt(unsigned === 'u' ? bits : Number(bits) - 1)
    const whole = fc.bigInt(unsigned === 'u' ? 0n : -top, top - 1n)
    return Number(bits) <= 48 ? whole.map(Number) : whole
  }
  if (type === 'address') return hex(20)
  if (type === 'bool') return fc.boolean()
  if (type === 'string') return fc.string({ unit: 'binary' })
  if (type === 'bytes') return fc.uint8Array({ maxLength: 70 }).map((value) => toHex(value))
  return hex(Number(type.slice('bytes'.length)))
}

const encode = (event: AbiEvent, args: Record<string, unknown>): EventLog => {
  const topics = encodeEventTopics({ abi: [event], args: args as never }) as Hex[]
  const inData = event.inputs.filter(({ indexed }) => !indexed)
  const data = encodeAbiParameters(
    inData as AbiParameter[],
    inData.map(({ name }) => args[String(name)]),
  )
  return logOf(topics, data)
}

/** viem returns addresses with a checksum. */
const lower = (value: unknown): unknown =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
    ? value.toLowerCase()
    : Array.isArray(value)
      ? value.map(lower)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lower(member)]))
        : value

const byViem = (event: AbiEvent, { topics, data }: EventLog): Record<string, unknown> => {
  const { args } = decodeEventLog({ abi: [event], topics: topics as [Hex, ...Hex[]], data, strict: true })
  return Object.fromEntries(Object.entries(args ?? {}).map(([name, value]) => [name, lower(value)]))
}

describe('argsReader', () => {
  test.each(EVENTS.map((event) => [event.name, event] as const))('reads %s as viem does', (_, event) => {
    const record = fc.record(
      Object.fromEntries(event.inputs.map((input) => [String(input.name), anyParameter(input)])),
    )
    const read = argsReader(event)
    fc.assert(
      fc.property(record, (args) => {
        const log = encode(event, args)
        expect(read(log)).toEqual(byViem(event, log))
      }),
      { numRuns: 100 },
    )
  })

  test('refuses what is not the event', () => {
    const [transfer, activated, funded] = EVENTS as [AbiEvent, AbiEvent, AbiEvent]
    const address = `0x${'11'.repeat(20)}`
    const good = encode(transfer, { from: address, to: address, value: 5n })
    const refuses = (event: AbiEvent, log: EventLog) =>
      expect(() => argsReader(event)(log)).toThrow(EventMismatchError)
    refuses(transfer, { ...good, topics: good.topics.slice(0, 2) })
    refuses(transfer, { ...good, data: '0x' })
    refuses(transfer, { ...good, data: good.data.slice(0, -2) as Hex })
    refuses(transfer, { ...good, topics: [good.topics[0] as Hex, hash, hash] })
    const list = encode(activated, { account: address, nonce: 1n, digest: hash, ids: [1n, 2n], Period: 1n })
    refuses(activated, { ...list, data: list.data.slice(0, -64) as Hex })
    refuses(activated, { ...list, data: list.data.replace('60'.padStart(64, '0'), 'f'.repeat(64)) as Hex })
    const memo = encode(funded, {
      kind: 1,
      source: address,
      token: address,
      id: 1n,
      open: true,
      memo: 'x',
      raw: '0x',
    })
    refuses(funded, { ...memo, data: memo.data.replace('1'.padStart(64, '0'), 'f'.repeat(64)) as Hex })
  })

  test('says at the start which events it cannot read', () => {
    const event = parseAbiItem('event Odd((uint256 a, string b) pair)') as AbiEvent
    expect(() => argsReader(event)).toThrow(UnreadableEventError)
  })
})
