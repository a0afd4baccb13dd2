import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBookTrees, leafBooks } from './book-trees.ts'
import { foldPath, type ProofNode, provesEarned, toProofNode } from './proof.ts'
import { BOOKS, createRootsParser, type RootsHead, type RootsLine } from './roots-file.ts'
import { createSumTree, joinNodes, PATH_LENGTH_MAX } from './sum-tree.ts'
import { arbitraryHead, arbitraryLines } from './test-roots.ts'

type Hex = `0x${string}`
interface LeafVector {
  readonly account: Hex
  readonly earned: string
  readonly index: string
  readonly path: readonly { readonly hash: Hex; readonly sum: string }[]
}
interface Vector {
  readonly chainId: number
  readonly vault: Hex
  readonly token: Hex
  readonly hash: Hex
  readonly total: string
  readonly leaves: readonly LeafVector[]
}
const { trees, file } = JSON.parse(
  readFileSync(new URL('../../vectors/roots.json', import.meta.url), 'utf8'),
) as { trees: Vector[]; file: { text: string; books: Omit<Vector, 'leaves' | 'chainId'>[] } }

const build = (head: RootsHead, lines: readonly RootsLine[], watch?: Hex) => {
  const made = createBookTrees(head, watch ? { watch } : {})
  for (const line of lines) made.add(line)
  return made.finish()
}
const flip = (hash: Hex, bit: number): Hex =>
  `0x${(BigInt(hash) ^ (1n << BigInt(bit))).toString(16).padStart(64, '0')}`

describe('the vectors', () => {
  test('leaves, paths and roots', () => {
    expect(trees.length).toBeGreaterThan(5)
    for (const { chainId, vault, token, hash, total, leaves } of trees) {
      for (const { account, earned, index, path } of leaves) {
        const proof = {
          earned: BigInt(earned),
          index: BigInt(index),
          path: path.map(({ hash, sum }) => ({ hash, sum: BigInt(sum) })),
        }
        expect(foldPath({ chainId, vault, token, account }, proof).at(-1)).toEqual({
          hash,
          sum: BigInt(total),
        })
      }
    }
  })

  test('the file gives the roots of its books', () => {
    let made: ReturnType<typeof createBookTrees> | undefined
    const parser = createRootsParser({
      head: (head) => {
        made = createBookTrees(head)
      },
      line: (line) => made?.add(line),
    })
    parser.push(new TextEncoder().encode(file.text))
    parser.end()
    const books = made?.finish().map(({ vault, token, hash, total }) => ({ vault, token, hash, total }))
    expect(books).toEqual(file.books.map((book) => ({ ...book, total: BigInt(book.total) })))
  })
})

describe('the trees of a file', () => {
  test("every leaf's path gives the root, and totals are the sums", () => {
    fc.assert(
      fc.property(arbitraryHead, arbitraryLines(40), (head, lines) => {
        const totals = BOOKS.map((_, at) =>
          lines.reduce((sum, { earned }) => sum + (earned[at] as bigint), 0n),
        )
        const roots = build(head, lines)
        expect(roots.map(({ total }) => total)).toEqual(totals)
        for (const { account, earned } of lines) {
          build(head, lines, account).forEach(({ proof, hash, total, ...book }, at) => {
            expect({ hash, total }).toEqual({ hash: roots[at]?.hash, total: roots[at]?.total })
            if (earned[at] === 0n) {
              expect(proof).toBeNull()
              return
            }
            expect(proof?.earned).toBe(earned[at])
            const leaf = { ...book, chainId: head.chainId, account }
            expect(proof && provesEarned(leaf, proof, { hash, total })).toBe(true)
          })
        }
      }),
      { numRuns: 30 },
    )
  })

  test('a proof with one bit changed, or of another leaf, proves nothing', () => {
    const change = fc.record({ level: fc.nat(), bit: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(
        arbitraryHead,
        arbitraryLines(12),
        fc.nat(),
        change,
        (head, lines, pick, { level, bit }) => {
          fc.pre(lines.length > 1)
          const line = lines[pick % lines.length] as RootsLine
          build(head, lines, line.account).forEach(({ proof, hash, total, vault, token }) => {
            if (!proof || proof.path.length === 0) return
            const leaf = { chainId: head.chainId, vault, token, account: line.account }
            const at = level % proof.path.length
            const withNode = (changed: (node: ProofNode) => ProofNode) => ({
              ...proof,
              path: proof.path.map((node, index) => (index === at ? changed(node) : node)),
            })
            const refused = (candidate: typeof proof, of = leaf) =>
              expect(provesEarned(of, candidate, { hash, total })).toBe(false)
            refused({ ...proof, earned: proof.earned ^ (1n << BigInt(bit)) })
            refused({ ...proof, index: proof.index ^ (1n << BigInt(bit)) })
            refused(withNode((node) => ({ ...node, hash: flip(node.hash, bit) })))
            refused(withNode((node) => ({ ...node, sum: node.sum ^ (1n << BigInt(bit)) })))
            refused({ ...proof, path: proof.path.slice(1), index: proof.index >> 1n })
            refused(proof, { ...leaf, chainId: leaf.chainId - 1 })
            refused(proof, {
              ...leaf,
              vault: flip(vault, bit % 160)
                .replace('0x', '')
                .slice(-40)
                .padStart(42, '0x') as Hex,
            })
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  test('the order of books in a post is the order in a line', () => {
    const [head] = fc.sample(arbitraryHead, 1) as [RootsHead]
    expect(leafBooks(head).map(({ vault, token }) => [vault, token])).toEqual(
      BOOKS.map(({ vault, token }) => [head.vaults[vault], head.tokens[token]]),
    )
  })
})

describe('the bounds of a path', () => {
  const leaf = {
    chainId: 56,
    vault: `0x${'1'.repeat(40)}`,
    token: `0x${'2'.repeat(40)}`,
    account: `0x${'3'.repeat(40)}`,
  }
  const empty = { hash: `0x${'0'.repeat(64)}` as Hex, sum: 0n }

  test('40 levels are the most', () => {
    const path = (length: number) => Array.from({ length }, () => empty)
    expect(foldPath(leaf, { earned: 1n, index: 0n, path: path(PATH_LENGTH_MAX) })).toHaveLength(41)
    expect(() => foldPath(leaf, { earned: 1n, index: 0n, path: path(41) })).toThrow('at most 40 levels')
  })

  test('an index has no bits above its path', () => {
    expect(() => foldPath(leaf, { earned: 1n, index: 1n, path: [] })).toThrow('no leaf has index 1')
    expect(() => foldPath(leaf, { earned: 1n, index: 2n, path: [empty] })).toThrow('no leaf has index 2')
  })

  test('a sum that wraps is refused', () => {
    const path = [{ ...empty, sum: 2n ** 256n - 1n }]
    expect(() => foldPath(leaf, { earned: 1n, index: 0n, path })).toThrow('not a uint256')
    expect(provesEarned(leaf, { earned: 1n, index: 0n, path }, { hash: empty.hash, total: 0n })).toBe(false)
  })

  test('an empty book is zero, and a tree of one leaf is the leaf', () => {
    expect(toProofNode(createSumTree().finish().root)).toEqual(empty)
    const [only] = foldPath(leaf, { earned: 5n, index: 0n, path: [] })
    const tree = createSumTree()
    tree.append({ hash: Uint8Array.from(Buffer.from(only?.hash.slice(2) ?? '', 'hex')), sum: 5n }, true)
    const { root, watched } = tree.finish()
    expect(toProofNode(root)).toEqual(only)
    expect(watched).toEqual({ index: 0n, path: [] })
  })

  test('each node is reported once, in its level from left to right', () => {
    const seen: [number, bigint][] = []
    const tree = createSumTree({ onNode: (level, { sum }) => seen.push([level, sum]) })
    for (const sum of [1n, 2n, 4n, 8n, 16n]) tree.append({ hash: new Uint8Array(32), sum })
    tree.finish()
    const sums = (level: number) => seen.filter(([at]) => at === level).map(([, sum]) => sum)
    expect([0, 1, 2, 3].map(sums)).toEqual([[1n, 2n, 4n, 8n, 16n], [3n, 12n, 16n], [15n, 16n], [31n]])
    expect(() =>
      joinNodes({ hash: new Uint8Array(32), sum: 2n ** 255n }, { hash: new Uint8Array(32), sum: 2n ** 255n }),
    ).toThrow()
  })
})
