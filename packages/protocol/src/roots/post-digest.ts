/** The digest of a post, by which it is confirmed: `keccak256(abi.encode(epoch, snapshotBlock, books, refused))`. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

type Hex = `0x${string}`

interface PostedBook {
  readonly vault: string
  readonly token: string
  readonly hash: string
  readonly total: bigint
}

const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

/** Bytes before the list of books: four words. */
const BOOKS_OFFSET = 128n

/** `refused`: the books that the contract refused, as bits. */
export const digestOfPost = ({
  epoch,
  snapshotBlock,
  books,
  refused,
}: {
  readonly epoch: bigint
  readonly snapshotBlock: bigint
  readonly books: readonly PostedBook[]
  readonly refused: number
}): Hex => {
  const head = [epoch, snapshotBlock, BOOKS_OFFSET, BigInt(refused), BigInt(books.length)]
  const list = books.flatMap(({ vault, token, hash, total }) => [vault, token, hash, total])
  const encoded = [...head, ...list].map(word).join('')
  return `0x${bytesToHex(keccak_256(hexToBytes(encoded)))}`
}
