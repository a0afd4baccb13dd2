/**
 * The `logsBloom` of a block's header: 2,048 bits, of which each log sets three for its address and three for
 * every topic. A value whose bits are not all set is not in the block; otherwise it may be there, or its bits
 * may be set by others.
 */
import { type Hex, keccak256 } from 'viem'

const BYTES = 256
const BITS = BYTES * 8
/** Each value sets three bits, each by two bytes of its hash. */
const HASH_BYTES_USED = [0, 2, 4]

export type Bloom = Uint8Array

/** @throws RangeError for anything but 256 bytes of hex. */
export const readBloom = (hex: Hex): Bloom => {
  const bloom = Buffer.from(hex.slice(2), 'hex')
  if (bloom.length !== BYTES) throw new RangeError(`a logsBloom of ${bloom.length} bytes`)
  return bloom
}

const computeBits = (value: Hex): readonly number[] => {
  const hash = keccak256(value, 'bytes')
  return HASH_BYTES_USED.map((at) => (((hash[at] as number) << 8) | (hash[at + 1] as number)) % BITS)
}

/** Cached bits of the handlers' values, which are few and checked in every block. */
const knownBits = new Map<Hex, readonly number[]>()
const KNOWN_MAX = 10_000

/** The three bits of an address or a topic; two of them may be the same. */
const bitsOf = (value: Hex): readonly number[] => {
  const known = knownBits.get(value)
  if (known) return known
  const bits = computeBits(value)
  if (knownBits.size < KNOWN_MAX) knownBits.set(value, bits)
  return bits
}

const isSet = (bloom: Bloom, bit: number): boolean =>
  ((bloom[BYTES - 1 - (bit >> 3)] as number) & (1 << (bit & 7))) !== 0

/** Whether an address or a topic may be in the block; false is certain. */
export const mayHold = (bloom: Bloom, value: Hex): boolean => bitsOf(value).every((bit) => isSet(bloom, bit))

/** Sets the bits of a value, as a chain does for each log. */
export const addToBloom = (bloom: Bloom, value: Hex): void => {
  for (const bit of bitsOf(value)) (bloom[BYTES - 1 - (bit >> 3)] as number) |= 1 << (bit & 7)
}

const onesOf = (byte: number): number => {
  let ones = 0
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1
  return ones
}

/** Share of the bits that are set. */
export const fillOf = (bloom: Bloom): number => bloom.reduce((sum, byte) => sum + onesOf(byte), 0) / BITS

/**
 * Estimated probability that a bloom as full as this one has the bits of all `values` although none of them
 * is in the block. `explained` values are known to be in it: their bits are ignored.
 */
export const coincidenceOf = (bloom: Bloom, values: readonly Hex[], explained: readonly Hex[]): number => {
  const known = new Set(explained.flatMap(bitsOf))
  const open = new Set(values.flatMap(bitsOf).filter((bit) => !known.has(bit)))
  return fillOf(bloom) ** open.size
}
