/** Compares a block's header with its own hash: a changed field is noticed without another source. */
import { type Hex, keccak256, toRlp } from 'viem'

/** Numbers are RLP integers, without leading zeros; the others are raw bytes. */
const NUMBERS = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
  'slotNumber',
])

/** In the order of the chain's own encoding. */
const FIELDS = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
] as const

/** Added by later versions of the chain: each only together with those before it. */
const LATER_FIELDS = [
  'baseFeePerGas', // London
  'withdrawalsRoot', // Shanghai
  'blobGasUsed', // Cancun
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash', // Prague
  'blockAccessListHash', // Amsterdam
  'slotNumber',
] as const

const HEX_FORM = /^0x[0-9a-fA-F]*$/

const encode = (name: string, value: unknown): Hex | undefined => {
  if (typeof value !== 'string' || !HEX_FORM.test(value)) return undefined
  const digits = NUMBERS.has(name) ? value.slice(2).replace(/^0+/, '') : value.slice(2)
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
}

/**
 * The hash of a header as `eth_getBlockByNumber` returns it, computed from its fields; undefined: one of them
 * is missing or unreadable.
 */
export const hashOfHeader = (header: Readonly<Record<string, unknown>>): Hex | undefined => {
  const later = LATER_FIELDS.findIndex((name) => (header[name] ?? undefined) === undefined)
  const names = [...FIELDS, ...LATER_FIELDS.slice(0, later < 0 ? LATER_FIELDS.length : later)]
  const values = names.map((name) => encode(name, header[name]))
  return values.every((value) => value !== undefined) ? keccak256(toRlp(values)) : undefined
}

/** Whether its fields give its hash. */
export const isTrueHeader = (header: unknown): boolean => {
  if (typeof header !== 'object' || header === null || !('hash' in header)) return false
  const { hash } = header
  return typeof hash === 'string' && hashOfHeader({ ...header }) === hash.toLowerCase()
}
