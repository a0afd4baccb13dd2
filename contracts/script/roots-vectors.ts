import { encodeAbiParameters, type Hex, keccak256 } from 'viem'

/** Sum trees and a file of roots, computed from the leaves by plain recursion and viem's ABI encoder. */
type Node = { readonly hash: Hex; readonly sum: bigint }
type Leaf = { readonly account: Hex; readonly earned: bigint }
type Book = { readonly chainId: number; readonly vault: Hex; readonly token: Hex }

const EMPTY: Node = { hash: `0x${'0'.repeat(64)}`, sum: 0n }
const UINT = { type: 'uint256' } as const
const ADDRESS = { type: 'address' } as const
const BYTES32 = { type: 'bytes32' } as const

const leafOf = ({ chainId, vault, token }: Book, { account, earned }: Leaf): Node => ({
  hash: keccak256(
    encodeAbiParameters(
      [UINT, ADDRESS, ADDRESS, ADDRESS, UINT],
      [BigInt(chainId), vault, token, account, earned],
    ),
  ),
  sum: earned,
})

const parentOf = (left: Node, right: Node): Node => ({
  hash: keccak256(
    encodeAbiParameters([BYTES32, UINT, BYTES32, UINT], [left.hash, left.sum, right.hash, right.sum]),
  ),
  sum: left.sum + right.sum,
})

/** All levels, leaves first; a level of odd length is filled up with a missing node. */
const levelsOf = (nodes: readonly Node[]): Node[][] => {
  if (nodes.length <= 1) return [[...nodes]]
  const full = nodes.length % 2 === 0 ? [...nodes] : [...nodes, EMPTY]
  const parents = full.flatMap((node, at) => (at % 2 === 0 ? [parentOf(node, full[at + 1] as Node)] : []))
  return [full, ...levelsOf(parents)]
}

const textOf = ({ hash, sum }: Node) => ({ hash, sum: sum.toString() })

const treeOf = (book: Book, leaves: readonly Leaf[]) => {
  const levels = levelsOf(leaves.map((leaf) => leafOf(book, leaf)))
  const root = levels.at(-1)?.[0] ?? EMPTY
  return {
    ...book,
    hash: root.hash,
    total: root.sum.toString(),
    leaves: leaves.map(({ account, earned }, index) => ({
      account,
      earned: earned.toString(),
      index: index.toString(),
      path: levels.slice(0, -1).map((nodes, level) => textOf(nodes[(index >> level) ^ 1] as Node)),
    })),
  }
}

const VAULTS = [1, 2, 3].map((end): Hex => `0x${end.toString(16).padStart(40, 'a0')}`)
const TOKENS = { DR: `0x${'d4'.repeat(20)}`, USDT: `0x${'75'.repeat(20)}` } as const satisfies Record<
  string,
  Hex
>

/** Ascending addresses and uneven amounts. */
const leavesOf = (count: number): Leaf[] =>
  Array.from({ length: count }, (_, at) => ({
    account: `0x${(BigInt(at + 1) * 0x0fedcba9876543210fedcba9876543n).toString(16).padStart(40, '0')}`,
    earned: BigInt(at + 1) ** 7n * 1_000_000_007n * 10n ** 9n + BigInt(at),
  }))

const book = (chainId: number, vault: number, token: keyof typeof TOKENS): Book => ({
  chainId,
  vault: VAULTS[vault] as Hex,
  token: TOKENS[token],
})

const fileVector = () => {
  const head = {
    chainId: 31337,
    registry: `0x${'e9'.repeat(20)}`,
    vaults: VAULTS,
    tokens: TOKENS,
    epoch: 41,
    snapshotBlock: 123_456,
    snapshotHash: `0x${'5b'.repeat(32)}`,
    snapshotTime: 1_800_000_000,
    foreignEpochs: [7],
  }
  const books = (
    [
      [0, 'DR'],
      [1, 'USDT'],
      [1, 'DR'],
      [2, 'USDT'],
      [2, 'DR'],
    ] as const
  ).map(([vault, token]) => book(head.chainId, vault, token))
  const lines = leavesOf(7).map(({ account, earned }, at) => ({
    account,
    // The second book is empty, and the last line has the last book alone.
    earned: books.map((_, place) =>
      place === 1 || (at === 6 && place < 4) ? 0n : earned * BigInt(place + at),
    ),
  }))
  const rows = lines.filter(({ earned }) => earned.some((amount) => amount > 0n))
  const text = [JSON.stringify(head), ...rows.map(({ account, earned }) => `${account} ${earned.join(' ')}`)]
  const roots = books.map((of, place) => {
    const leaves = rows.map(({ account, earned }) => ({ account, earned: earned[place] as bigint }))
    const { hash, total } = treeOf(
      of,
      leaves.filter(({ earned }) => earned > 0n),
    )
    return { vault: of.vault, token: of.token, hash, total }
  })
  return { text: `${text.join('\n')}\n`, books: roots }
}

export const rootsVectors = () => ({
  trees: [
    ...[1, 2, 3, 4, 5, 11].map((count) => treeOf(book(31337, 0, 'DR'), leavesOf(count))),
    treeOf(book(56, 2, 'USDT'), [
      { account: `0x${'0'.repeat(39)}1`, earned: 1n },
      { account: `0x${'f'.repeat(40)}`, earned: 2n ** 256n - 2n },
    ]),
  ],
  file: fileVector(),
})
