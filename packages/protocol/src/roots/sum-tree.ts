/**
 * The sum tree of a book: a node's hash commits to the hashes and the sums of both of its children, so the
 * root's sum is the total of all leaves. Leaves are hashed over 160 bytes, nodes over 128, so neither can
 * stand for the other. A missing node is zero in both.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Levels that a path may have at most, as the contract checks. */
export const PATH_LENGTH_MAX = 40
const WORD = 32
const UINT256_MAX = 2n ** 256n - 1n

/** Keccak-256: in JavaScript, or `wasmKeccak` for trees of many leaves where WebAssembly may run. */
export type Keccak = (bytes: Uint8Array) => Uint8Array

export interface SumNode {
  readonly hash: Uint8Array
  readonly sum: bigint
}
export const EMPTY_NODE: SumNode = { hash: new Uint8Array(WORD), sum: 0n }

/** The book that a leaf belongs to; addresses in lower case or with a checksum. */
export interface LeafBook {
  readonly chainId: number
  readonly vault: string
  readonly token: string
}

const writeNumber = (bytes: DataView, offset: number, value: bigint): void => {
  if (value < 0n || value > UINT256_MAX) throw new RangeError(`not a uint256: ${value}`)
  for (let at = offset + WORD - 8; at >= offset; at -= 8) {
    bytes.setBigUint64(at, value) // modulo 2^64
    if (value !== 0n) value >>= 64n
  }
}

/** Value of a hexadecimal digit, by its character's code; -1 for any other. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(digit) ? -1 : digit
})
const digitAt = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] ?? -1

const writeAddress = (bytes: DataView, offset: number, address: string): void => {
  let isAddress = address.length === 42 && address.startsWith('0x')
  for (let at = 0; isAddress && at < 20; at += 1) {
    const byte = (digitAt(address, 2 + 2 * at) << 4) | digitAt(address, 3 + 2 * at)
    isAddress = byte >= 0 // a digit of -1 makes it negative
    bytes.setUint8(offset + 12 + at, byte)
  }
  if (!isAddress) throw new TypeError(`not an address: ${address}`)
}

/** A function that makes a book's leaves: `keccak256(abi.encode(chainId, vault, token, account, earned))`. */
export const createLeafHash = ({ chainId, vault, token }: LeafBook, keccak: Keccak = keccak_256) => {
  const bytes = new Uint8Array(5 * WORD)
  const view = new DataView(bytes.buffer)
  writeNumber(view, 0, BigInt(chainId))
  writeAddress(view, WORD, vault)
  writeAddress(view, 2 * WORD, token)
  return (account: string, earned: bigint): SumNode => {
    writeAddress(view, 3 * WORD, account)
    writeNumber(view, 4 * WORD, earned)
    return { hash: keccak(bytes), sum: earned }
  }
}

const pair = new Uint8Array(4 * WORD)
const pairView = new DataView(pair.buffer)

/** The parent: `keccak256(abi.encode(leftHash, leftSum, rightHash, rightSum))`; refuses a sum of 2^256. */
export const joinNodes = (left: SumNode, right: SumNode, keccak: Keccak = keccak_256): SumNode => {
  const sum = left.sum + right.sum
  if (sum > UINT256_MAX) throw new RangeError('the sum of two nodes is not a uint256')
  pair.set(left.hash, 0)
  writeNumber(pairView, WORD, left.sum)
  pair.set(right.hash, 2 * WORD)
  writeNumber(pairView, 3 * WORD, right.sum)
  return { hash: keccak(pair), sum }
}

/** Position of the watched leaf and its siblings, the lowest first. */
interface NodePath {
  readonly index: bigint
  readonly path: readonly SumNode[]
}

/** A tree that nodes are appended to, from the left. It keeps one node a level, and one path. */
export interface SumTree {
  /** Appends a node; the path of a watched one is kept (of the last, if there are several). */
  append(node: SumNode, watched?: boolean): void
  /** The root and the watched node's path. Nothing may be appended later. */
  finish(): { readonly root: SumNode; readonly watched: NodePath | null }
}

/**
 * Starts a tree. `onNode` is called for each node with its level (0 for what is appended, the root last), a
 * level's from left to right.
 */
export const createSumTree = ({
  onNode = () => undefined,
  keccak = keccak_256,
}: {
  readonly onNode?: (level: number, node: SumNode) => void
  readonly keccak?: Keccak
} = {}): SumTree => {
  /** Left nodes that wait for their right sibling, by level. */
  const waiting: (SumNode | undefined)[] = []
  const counts: number[] = []
  let watchedAt = -1
  let path: SumNode[] = []

  const join = (level: number, left: SumNode, right: SumNode): SumNode => {
    if (level >= PATH_LENGTH_MAX) throw new RangeError(`a tree has at most ${PATH_LENGTH_MAX} levels`)
    const parent = counts[level + 1] ?? 0
    if (watchedAt >= 0 && Math.floor(watchedAt / 2 ** (level + 1)) === parent) {
      path[level] = Math.floor(watchedAt / 2 ** level) % 2 === 0 ? right : left
    }
    counts[level + 1] = parent + 1
    const node = joinNodes(left, right, keccak)
    onNode(level + 1, node)
    return node
  }

  return {
    append: (leaf, watched = false) => {
      if (watched) {
        watchedAt = counts[0] ?? 0
        path = []
      }
      counts[0] = (counts[0] ?? 0) + 1
      onNode(0, leaf)
      let node = leaf
      let level = 0
      for (let left = waiting[0]; left !== undefined; left = waiting[level]) {
        waiting[level] = undefined
        node = join(level, left, node)
        level += 1
      }
      waiting[level] = node
    },
    finish: () => {
      let last: SumNode | undefined
      // The levels' last nodes are joined with what is missing, until one node is left on a level.
      for (let level = 0; level < waiting.length - 1 || (last && waiting[level]); level += 1) {
        const left = waiting[level]
        if (left) last = join(level, left, last ?? EMPTY_NODE)
        else if (last) last = join(level, last, EMPTY_NODE)
      }
      const root = last ?? waiting.at(-1) ?? EMPTY_NODE
      return { root, watched: watchedAt < 0 ? null : { index: BigInt(watchedAt), path } }
    },
  }
}
