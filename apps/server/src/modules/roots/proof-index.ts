/**
 * A file's trees on disk, for proofs: per book its leaves, and of every sixth level its nodes with the first
 * account below each. A level is searched in the one block of 64 records that the level above points to, so
 * a proof of five books takes at most 20 reads up to 16 million accounts.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import { type Proof, toProofNode } from '@dr/protocol/roots/proof'
import { BOOKS, type RootsHead } from '@dr/protocol/roots/roots-file'
import { createSumTree, EMPTY_NODE, type SumNode } from '@dr/protocol/roots/sum-tree'
import { wasmKeccak } from '@dr/protocol/roots/wasm-keccak'
import type { Reader } from '../../platform/database/database.ts'
import { cannotWrite } from '../../platform/files/disk-error.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { readStoredLines } from './roots-store.ts'

/** Levels of the tree between two stored ones, and records of a block. */
const STEP = 6
const BLOCK = 2 ** STEP
const ADDRESS_BYTES = 20
/** Account, hash of the node, sum. */
const RECORD_BYTES = ADDRESS_BYTES + 32 + 32

const fileAt = (folder: string, book: number, level: number): string => join(folder, `${book}-${level}`)

interface IndexRecord extends SumNode {
  readonly account: LowerHex
}

const encode = ({ account, hash, sum }: IndexRecord): Buffer => {
  const record = Buffer.alloc(RECORD_BYTES)
  record.write(account.slice(2), 'hex')
  record.set(hash, ADDRESS_BYTES)
  record.write(sum.toString(16).padStart(64, '0'), ADDRESS_BYTES + 32, 'hex')
  return record
}

const decode = (record: Buffer): IndexRecord => ({
  account: `0x${record.toString('hex', 0, ADDRESS_BYTES)}` as LowerHex,
  hash: Uint8Array.prototype.slice.call(record, ADDRESS_BYTES, ADDRESS_BYTES + 32),
  sum: BigInt(`0x${record.toString('hex', ADDRESS_BYTES + 32)}`),
})

/** Records of one level on their way to disk, and the first accounts of the level above. */
interface Level {
  readonly firsts: LowerHex[]
  records: Buffer[]
  count: number
}

const createLevels = () => {
  const levels: Level[][] = BOOKS.map(() => [])
  const levelOf = (book: number, level: number): Level => {
    const own = levels[book] as Level[]
    own[level] ??= { firsts: [], records: [], count: 0 }
    return own[level]
  }
  return {
    add: (book: number, level: number, node: SumNode, account: LowerHex): void => {
      const own = levelOf(book, level)
      if (own.count % BLOCK === 0) levelOf(book, level + 1).firsts.push(account)
      own.records.push(encode({ account, ...node }))
      own.count += 1
    },
    firstOf: (book: number, level: number): LowerHex =>
      levelOf(book, level).firsts[levelOf(book, level).count] as LowerHex,
    /** Appends what has come to its files. */
    flush: async (folder: string): Promise<void> => {
      for (const [book, own] of levels.entries()) {
        for (const [level, { records }] of own.entries()) {
          if (records.length === 0) continue
          const file = await open(fileAt(folder, book, level), 'a')
          await file.appendFile(Buffer.concat(records)).finally(() => file.close())
        }
        for (const level of own) level.records = []
      }
    },
    counts: (): number[][] => levels.map((own) => own.map(({ count }) => count).filter((count) => count > 0)),
  }
}

const writeLevels = async (reader: Reader, id: bigint, folder: string): Promise<ProofIndex> => {
  const levels = createLevels()
  let trees: ReturnType<typeof createBookTrees> | undefined
  let account = '0x' as LowerHex
  let head: RootsHead | undefined
  for await (const part of readStoredLines(reader, id)) {
    head = part.head
    trees ??= createBookTrees(head, {
      keccak: wasmKeccak,
      onNode: (book, height, node) => {
        if (height % STEP !== 0) return
        const level = height / STEP
        levels.add(book, level, node, level === 0 ? account : levels.firstOf(book, level))
      },
    })
    for (const line of part.lines) {
      account = line.account as LowerHex
      trees.add(line)
    }
    await levels.flush(folder)
  }
  if (!head || !trees) throw new Error(`file ${id} of roots has no text`)
  trees.finish()
  await levels.flush(folder)
  return { folder, head, counts: levels.counts() }
}

/** An index on disk: its folder, and how many records each level of each book has. */
export interface ProofIndex {
  readonly folder: string
  readonly head: RootsHead
  readonly counts: readonly (readonly number[])[]
}

const HEAD_FILE = 'index.json'
/** Another process was faster. */
const EXISTS: ReadonlySet<unknown> = new Set(['ENOTEMPTY', 'EEXIST'])
const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

/** Writes the index of a stored file into `folder`, which appears whole or not at all. */
export const writeProofIndex = async (
  reader: Reader,
  { id, folder }: { readonly id: bigint; readonly folder: string },
): Promise<ProofIndex> => {
  const refused = cannotWrite('DATA_DIR', folder)
  const unfinished = `${folder}.${randomUUID()}.tmp`
  try {
    await mkdir(unfinished, { recursive: true })
    const { head, counts } = await writeLevels(reader, id, unfinished)
    await writeFile(join(unfinished, HEAD_FILE), JSON.stringify({ head, counts }))
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!EXISTS.has(codeOf(error))) throw error
    })
    return { head, counts, folder }
  } catch (error) {
    return refused(error)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** An index that is on disk; null: there is none. */
export const readProofIndex = async (folder: string): Promise<ProofIndex | null> => {
  try {
    const text = await readFile(join(folder, HEAD_FILE), 'utf8')
    return { ...(JSON.parse(text) as Pick<ProofIndex, 'head' | 'counts'>), folder }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Reads a block of a level: the records from `first` on, 64 at most. */
export type BlockReader = (path: string, first: number) => Promise<Buffer>

export const readBlock: BlockReader = async (path, first) => {
  const file = await open(path, 'r')
  try {
    const block = Buffer.alloc(BLOCK * RECORD_BYTES)
    const { bytesRead } = await file.read(block, 0, block.length, first * RECORD_BYTES)
    return block.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const recordsOf = (block: Buffer): IndexRecord[] =>
  Array.from({ length: block.length / RECORD_BYTES }, (_, at) =>
    decode(block.subarray(at * RECORD_BYTES, (at + 1) * RECORD_BYTES)),
  )

/** Siblings of a record within its block; of a block that is not the top, all six levels. */
const siblingsIn = (records: readonly IndexRecord[], at: number, isTop: boolean): SumNode[] => {
  const tree = createSumTree({ keccak: wasmKeccak })
  for (const [index, record] of records.entries()) tree.append(record, index === at)
  const path = [...(tree.finish().watched?.path ?? [])]
  while (!isTop && path.length < STEP) path.push(EMPTY_NODE)
  return path
}

/** An account's proof in one book; null: it has no leaf there. */
const proofIn = async (
  { folder, head, counts }: ProofIndex,
  { account, book, read }: { readonly account: LowerHex; readonly book: number; readonly read: BlockReader },
): Promise<Proof | null> => {
  const levels = counts[book] as readonly number[]
  const top = levels.findIndex((count) => count <= BLOCK)
  let block = 0
  let earned = 0n
  let path: SumNode[] = []
  for (let level = top; level >= 0; level -= 1) {
    const records = recordsOf(await read(fileAt(folder, book, level), block * BLOCK))
    const at = records.findLastIndex((record) => record.account <= account)
    if (at < 0) return null
    if (level === 0 && records[at]?.account !== account) return null
    path = [...siblingsIn(records, at, level === top), ...path]
    block = block * BLOCK + at
    earned = (records[at] as IndexRecord).sum
  }
  if (top < 0) return null
  return { epoch: BigInt(head.epoch), earned, index: BigInt(block), path: path.map(toProofNode) }
}

/** Proofs of an account by book; null where it has no leaf. */
export const readProofs = async (
  index: ProofIndex,
  account: LowerHex,
  read: BlockReader = readBlock,
): Promise<(Proof | null)[]> => {
  const proofs: (Proof | null)[] = []
  for (const book of BOOKS.keys()) proofs.push(await proofIn(index, { account, book, read }))
  return proofs
}
