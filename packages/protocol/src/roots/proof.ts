/** Proofs of earned amounts, in the form of the contracts' ABI, and their check. */
import { createLeafHash, joinNodes, type LeafBook, PATH_LENGTH_MAX, type SumNode } from './sum-tree.ts'

type Hex = `0x${string}`

/** A sibling on the way up. */
export interface ProofNode {
  readonly hash: Hex
  readonly sum: bigint
}

/** The argument of `claim` and `transferWithin`. */
export interface Proof {
  readonly epoch: bigint
  readonly earned: bigint
  readonly index: bigint
  readonly path: readonly ProofNode[]
}

/** What an account that has no line passes: its deposits leave without a proof. */
export const NO_PROOF: Proof = { epoch: 0n, earned: 0n, index: 0n, path: [] }

const HASH = /^0x[0-9a-fA-F]{64}$/

const toBytes = (hash: string): Uint8Array => {
  if (!HASH.test(hash)) throw new TypeError(`not a hash: ${hash}`)
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(hash.slice(2 + index * 2, 4 + index * 2), 16),
  )
}

export const toProofNode = ({ hash, sum }: SumNode): ProofNode => {
  let text = ''
  for (const byte of hash) text += byte.toString(16).padStart(2, '0')
  return { hash: `0x${text}`, sum }
}
const toSumNode = ({ hash, sum }: ProofNode): SumNode => ({ hash: toBytes(hash), sum })

/**
 * The nodes from an account's leaf up to the root that its path gives, both included. Throws where the
 * contract reverts: more than 40 levels, an index beyond them, a sum of 2^256 or more.
 */
export const foldPath = (
  { account, ...book }: LeafBook & { readonly account: string },
  { earned, index, path }: Omit<Proof, 'epoch'>,
): ProofNode[] => {
  if (path.length > PATH_LENGTH_MAX) throw new RangeError(`a path has at most ${PATH_LENGTH_MAX} levels`)
  if (index < 0n || index >> BigInt(path.length) !== 0n) throw new RangeError(`no leaf has index ${index}`)
  let node = createLeafHash(book)(account, earned)
  const nodes = [toProofNode(node)]
  path.forEach((given, level) => {
    const sibling = toSumNode(given)
    const isRight = ((index >> BigInt(level)) & 1n) === 1n
    node = isRight ? joinNodes(sibling, node) : joinNodes(node, sibling)
    nodes.push(toProofNode(node))
  })
  return nodes
}

/** Whether a proof gives this root, hash and total. */
export const provesEarned = (
  leaf: LeafBook & { readonly account: string },
  proof: Omit<Proof, 'epoch'>,
  root: { readonly hash: string; readonly total: bigint },
): boolean => {
  try {
    const top = foldPath(leaf, proof).at(-1)
    return top !== undefined && top.hash === root.hash.toLowerCase() && top.sum === root.total
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return false
    throw error
  }
}
