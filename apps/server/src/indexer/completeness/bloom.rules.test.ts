import { type Anvil, startAnvil } from '@dr/test-kit'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployToken, RECEIVER } from '../../../test/engines/scripted-chain.ts'
import { addToBloom, coincidenceOf, fillOf, mayHold, readBloom } from './bloom.rules.ts'
import {
  bloomSays,
  COINCIDENCE_MAX,
  chanceOfNone,
  type EventKind,
  unexplainedKinds,
} from './event-kinds.rules.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

const value = fc
  .uint8Array({ minLength: 20, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Hex)
const empty = () => new Uint8Array(256)
const bloomOf = (values: readonly Hex[]) => {
  const bloom = empty()
  for (const one of values) addToBloom(bloom, one)
  return bloom
}

test('is what a chain writes into its headers: the values of a block’s logs, and no other bit', async () => {
  const token = await deployToken(anvil)
  await token.transfer(1n, 2n)
  await anvil.mine()
  const { logsBloom, hash } = await anvil.client.getBlock()
  const logs = await anvil.client.getLogs({ blockHash: hash as Hex })
  expect(logs).toHaveLength(2)
  const values = logs.flatMap(({ address, topics }) => [address, ...topics])
  expect(Buffer.from(bloomOf(values))).toEqual(Buffer.from(readBloom(logsBloom as Hex)))
  expect(mayHold(readBloom(logsBloom as Hex), token.address)).toBe(true)
  expect(mayHold(readBloom(logsBloom as Hex), RECEIVER)).toBe(false)
  expect(() => readBloom('0x00')).toThrow(RangeError)
})

test('never excludes what was added; what is explained is no coincidence', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 40 }), value, (values, other) => {
      const bloom = bloomOf(values)
      for (const one of values) expect(mayHold(bloom, one)).toBe(true)
      expect(fillOf(bloom)).toBeLessThanOrEqual((3 * values.length) / 2_048)
      expect(coincidenceOf(bloom, values, values)).toBe(1)
      const chance = coincidenceOf(bloom, [other], [])
      expect(chance).toBeGreaterThanOrEqual(0)
      expect(chance).toBeLessThanOrEqual(1)
    }),
  )
})

const kind: EventKind = {
  address: '0xaa00000000000000000000000000000000000001',
  topic: '0x01',
  wanted: [],
} as never
const log = { address: kind.address, topics: [kind.topic, '0x02' as Hex] }
const filtered: EventKind = { ...kind, wanted: [['0x07']] }

test('of a sparse block it says that an event must be there; of a full one it says nothing', () => {
  const sparse = bloomOf([log.address, ...log.topics])
  expect(unexplainedKinds(sparse, [kind], [])).toEqual([kind])
  expect(unexplainedKinds(sparse, [kind], [log])).toEqual([])
  expect(unexplainedKinds(empty(), [kind], [])).toEqual([])
  expect(bloomSays(sparse, log, { kinds: [kind], agreed: [] })).toBe(true)
  expect(bloomSays(empty(), log, { kinds: [kind], agreed: [] })).toBe(false)
  const full = new Uint8Array(256).fill(0xff)
  expect(bloomSays(full, log, { kinds: [kind], agreed: [] })).toBeUndefined()
  expect(chanceOfNone(full, kind, [])).toBe(1)
})

test('what an endpoint could have chosen, and what other logs explain, proves no event', () => {
  const sparse = bloomOf([log.address, ...log.topics])
  expect(bloomSays(sparse, log, { kinds: [kind], agreed: [log] })).toBeUndefined()
  expect(bloomSays(sparse, log, { kinds: [], agreed: [] })).toBeUndefined()
  // Other Transfers of a busy token set all bits but the requested argument's.
  const others = Array.from({ length: 40 }, (_, index): Hex => `0x${(index + 256).toString(16)}`)
  const busy = bloomOf([log.address, kind.topic, '0x07', ...others])
  const wanted = { address: kind.address, topics: [kind.topic, '0x07' as Hex] }
  expect(chanceOfNone(busy, filtered, [])).toBeGreaterThan(COINCIDENCE_MAX)
  expect(bloomSays(busy, wanted, { kinds: [filtered], agreed: [] })).toBeUndefined()
})

test('a mint is no burn: it has the token, Transfer and the zero address in a block of its own', () => {
  const zero = `0x${'0'.repeat(64)}` as const
  const burn: EventKind = { ...kind, wanted: [null, [zero]] }
  const mint = bloomOf([kind.address, kind.topic, zero, '0x09'])
  expect(unexplainedKinds(mint, [burn], [])).toEqual([burn]) // requested again
  expect(chanceOfNone(mint, burn, [])).toBe(1) // and then trusted
})
