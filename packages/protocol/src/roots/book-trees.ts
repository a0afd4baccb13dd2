/** The trees of a file's books, built line by line: a tree a book, of the accounts that earned in it. */
import { type Proof, type ProofNode, toProofNode } from './proof.ts'
import { BOOKS, type RootsHead, type RootsLine } from './roots-file.ts'
import { createLeafHash, createSumTree, type Keccak, type LeafBook, type SumNode } from './sum-tree.ts'

type Hex = `0x${string}`

/** A book of a post, in the form of the contract's ABI. */
interface PostedBook {
  readonly vault: Hex
  readonly token: Hex
  readonly hash: Hex
  readonly total: bigint
}

/** A book with its root, and the proof of the watched account; null if it has no leaf in it. */
export interface FinishedBook extends PostedBook {
  readonly proof: Proof | null
}

/** The books of a file's head, in order. */
export const leafBooks = ({
  chainId,
  vaults,
  tokens,
}: RootsHead): (LeafBook & { vault: Hex; token: Hex })[] =>
  BOOKS.map(({ vault, token }) => ({ chainId, vault: vaults[vault] as Hex, token: tokens[token] }))

/**
 * Starts the five trees. The proofs of `watch`, an address in lower case, are kept while they grow; `onNode` is
 * called as by `createSumTree`, with the book's position.
 */
export const createBookTrees = (
  head: RootsHead,
  {
    watch,
    onNode = () => undefined,
    keccak,
  }: {
    readonly watch?: string
    readonly onNode?: (book: number, level: number, node: SumNode) => void
    readonly keccak?: Keccak
  } = {},
) => {
  const books = leafBooks(head).map((book, at) => ({
    ...book,
    leafOf: createLeafHash(book, keccak),
    tree: createSumTree({ onNode: (level, node) => onNode(at, level, node), ...(keccak && { keccak }) }),
    earned: 0n,
  }))
  return {
    add: ({ account, earned }: RootsLine): void => {
      books.forEach((book, at) => {
        const amount = earned[at] as bigint
        if (amount === 0n) return
        if (account === watch) book.earned = amount
        book.tree.append(book.leafOf(account, amount), account === watch)
      })
    },
    finish: (): FinishedBook[] =>
      books.map(({ vault, token, tree, earned }) => {
        const { root, watched } = tree.finish()
        const { hash, sum: total } = toProofNode(root)
        const path: ProofNode[] = watched?.path.map(toProofNode) ?? []
        const proof = watched && { epoch: BigInt(head.epoch), earned, index: watched.index, path }
        return { vault, token, hash, total, proof }
      }),
  }
}
