/** Builds an epoch's file from the ledger, in one transaction that reads one state, and stores it. */
import { createBookTrees, type FinishedBook } from '@dr/protocol/roots/book-trees'
import { BOOKS, createRootsWriter, type RootsHead, type RootsLine } from '@dr/protocol/roots/roots-file'
import { wasmKeccak } from '@dr/protocol/roots/wasm-keccak'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { maxBigInt } from '../../platform/integers.ts'
import { earnedOf } from './earned.rules.ts'
import { type AccountNumbers, type AccruedReader, readAccounts } from './read-accounts.ts'
import { closeFile, createPieces, insertFile, type RootsFile, readStoredLines } from './roots-store.ts'

/** Numbers of the chain itself for accounts whose events are not all booked, at the snapshot's block. */
export type FloorReader = (
  reader: Reader,
  blockNumber: bigint,
) => Promise<ReadonlyMap<LowerHex, readonly bigint[]>>

export interface BuildRoots {
  readonly database: Database
  readonly chainId: number
  readonly origin: Pick<RootsHead, 'registry' | 'vaults' | 'tokens'>
  readonly accrued: AccruedReader
  readonly readFloors: FloorReader
}

interface EpochInput {
  readonly epoch: bigint
  readonly foreignEpochs: readonly bigint[]
  /** The file whose lines must not fall: the last own one that was confirmed and not vetoed. */
  readonly previous: bigint | null
}

export interface BuiltRoots {
  readonly file: RootsFile
  readonly head: RootsHead
  readonly books: readonly FinishedBook[]
}

/** Lines of the previous file up to an address, as its accounts come. */
const createPreviousLines = (tx: Tx, id: bigint | null) => {
  const pieces = id === null ? null : readStoredLines(tx, id)
  let waiting: readonly RootsLine[] = []
  let at = 0
  return async (last: string | null): Promise<RootsLine[]> => {
    const taken: RootsLine[] = []
    for (;;) {
      for (let line = waiting[at]; line && (last === null || line.account <= last); line = waiting[at]) {
        taken.push(line)
        at += 1
      }
      if (at < waiting.length) return taken
      const next = await pieces?.next()
      if (!next || next.done) return taken
      waiting = next.value.lines
      at = 0
    }
  }
}

const NONE = BOOKS.map(() => 0n)

/** Writes lines into pieces of text and into the trees. */
const createOutput = (tx: Tx, id: bigint, head: RootsHead) => {
  const writer = createRootsWriter()
  const trees = createBookTrees(head, { keccak: wasmKeccak })
  const pieces = createPieces(tx, id)
  let lines = 0n
  return {
    begin: () => pieces.add(writer.head(head)),
    add: async (line: RootsLine): Promise<void> => {
      trees.add(line)
      lines += 1n
      await pieces.add(writer.line(line))
    },
    finish: async () => {
      await pieces.flush()
      return { books: trees.finish(), lines }
    },
  }
}

/** An account's line, with how many of its numbers the ledger does not give; null: it earned nothing. */
const lineOf = (
  account: LowerHex,
  numbers: AccountNumbers | undefined,
  previous: RootsLine | undefined,
  floors: readonly bigint[],
) => {
  const books = BOOKS.map((_, at) =>
    earnedOf({
      computed: numbers ? (numbers.computed[at] as bigint | null) : 0n,
      previous: previous?.earned[at] ?? 0n,
      floor: maxBigInt(numbers?.floors[at] ?? 0n, floors[at] as bigint),
    }),
  )
  const count = (of: 'kept' | 'lifted') => BigInt(books.filter((book) => book[of]).length)
  const earned = books.map((book) => book.earned)
  const line: RootsLine | null = earned.some((amount) => amount > 0n) ? { account, earned } : null
  return { line, kept: count('kept'), lifted: count('lifted') }
}

const writeLines = async (
  tx: Tx,
  { accrued }: BuildRoots,
  input: {
    readonly previous: bigint | null
    readonly floors: ReadonlyMap<LowerHex, readonly bigint[]>
    readonly add: (line: RootsLine) => Promise<void>
  },
): Promise<{ kept: bigint; lifted: bigint }> => {
  const previousLines = createPreviousLines(tx, input.previous)
  const total = { kept: 0n, lifted: 0n }
  const floored = [...input.floors.keys()].sort()
  let after = ''
  const add = async (batch: readonly AccountNumbers[], last: string | null): Promise<void> => {
    const numbers = new Map(batch.map((one) => [one.account, one]))
    const previous = new Map((await previousLines(last)).map((line) => [line.account as LowerHex, line]))
    const withFloors = floored.filter((account) => account > after && (last === null || account <= last))
    const others = new Set([...previous.keys(), ...withFloors].filter((account) => !numbers.has(account)))
    const accounts = [...numbers.keys(), ...others]
    if (others.size > 0) accounts.sort() // the batch is in order
    for (const account of accounts) {
      const floors = input.floors.get(account) ?? NONE
      const { line, kept, lifted } = lineOf(account, numbers.get(account), previous.get(account), floors)
      total.kept += kept
      total.lifted += lifted
      if (line) await input.add(line)
    }
    after = last ?? after
  }
  for await (const batch of readAccounts(tx, accrued))
    await add(batch, (batch.at(-1) as AccountNumbers).account)
  await add([], null)
  return total
}

/** Builds and stores a file of the ledger's current block. Nothing is left of one that fails. */
export const buildRoots = (
  deps: BuildRoots,
  { epoch, foreignEpochs, previous }: EpochInput,
): Promise<BuiltRoots> =>
  deps.database.transaction(
    async (tx) => {
      const now = await chainNow(tx)
      const head: RootsHead = {
        chainId: deps.chainId,
        ...deps.origin,
        epoch: Number(epoch),
        snapshotBlock: Number(now.blockNumber),
        snapshotHash: now.hash,
        snapshotTime: Number(now.timestamp),
        foreignEpochs: foreignEpochs.map(Number),
      }
      const id = await insertFile(tx, head)
      const output = createOutput(tx, id, head)
      await output.begin()
      const floors = await deps.readFloors(tx, now.blockNumber)
      const counts = await writeLines(tx, deps, { previous, floors, add: output.add })
      const { books, lines } = await output.finish()
      return { file: await closeFile(tx, id, { ...counts, lines, books }), head, books }
    },
    { isolation: 'repeatable read' },
  )
