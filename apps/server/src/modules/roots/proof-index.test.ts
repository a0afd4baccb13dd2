import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBookTrees, leafBooks } from '@dr/protocol/roots/book-trees'
import { provesEarned } from '@dr/protocol/roots/proof'
import { BOOKS, type RootsHead, type RootsLine } from '@dr/protocol/roots/roots-file'
import { describeOnDatabase } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { hexOf, ORIGIN, storeText } from '../../../test/modules/roots.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { readBlock, readProofs, writeProofIndex } from './proof-index.ts'

const head: RootsHead = {
  chainId: 31337,
  ...ORIGIN,
  epoch: 3,
  snapshotBlock: 7,
  snapshotHash: hexOf(1, 32),
  snapshotTime: 1_800_000_000,
  foreignEpochs: [],
}

/** Line `at` has no number in one of five books. */
const lineAt = (at: number): RootsLine => ({
  account: hexOf(at * 3 + 1, 20),
  earned: BOOKS.map((_, book) => (at % 5 === book ? 0n : BigInt(at + 1) * 10n ** 18n)),
})

const openFolder = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-proofs-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return join(directory, 'index')
}

describeOnDatabase('the index of proofs', ({ openDatabase }) => {
  test.each([1, 2, 64, 65, 80, 81, 5_200, 5_201])(
    'of %i lines: proofs lead to the roots, in few reads, and others have none',
    async (count) => {
      const database = await openDatabase()
      const lines = Array.from({ length: count }, (_, at) => lineAt(at))
      const id = await storeText(database, { head, lines })
      const index = await writeProofIndex(database.read, { id, folder: await openFolder() })
      const trees = createBookTrees(head)
      for (const line of lines) trees.add(line)
      const roots = trees.finish()
      const books = leafBooks(head)
      const picked = new Set([0, 1, 63, 64, 65, 319, 320, count >> 1, count - 2, count - 1])
      for (const at of [...picked].filter((one) => one >= 0 && one < count)) {
        const { account, earned } = lines[at] as RootsLine
        let reads = 0
        const proofs = await readProofs(index, account as LowerHex, (path, first) => {
          reads += 1
          return readBlock(path, first)
        })
        expect(reads).toBeLessThanOrEqual(20)
        for (const [book, proof] of proofs.entries()) {
          if (earned[book] === 0n) {
            expect(proof).toBeNull()
            continue
          }
          expect(proof).toMatchObject({ epoch: 3n, earned: earned[book] })
          const leaf = { ...(books[book] as (typeof books)[number]), account }
          expect(proof && provesEarned(leaf, proof, roots[book] as (typeof roots)[number])).toBe(true)
        }
      }
      for (const at of [0, 2, count * 3 + 5]) {
        expect(await readProofs(index, hexOf(at, 20))).toEqual(BOOKS.map(() => null))
      }
    },
  )

  test('a file without lines has no proofs', async () => {
    const database = await openDatabase()
    const index = await writeProofIndex(database.read, {
      id: await storeText(database, { head, lines: [] }),
      folder: await openFolder(),
    })
    expect(await readProofs(index, hexOf(1, 20))).toEqual(BOOKS.map(() => null))
  })
})
