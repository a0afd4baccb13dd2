/**
 * A file that this server posted and no longer has, as after a restore of an older backup: fetched from the
 * witness, and stored only if it is the one that was posted, by the registry's digest.
 */
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import {
  createRootsParser,
  createRootsWriter,
  type RootsHead,
  type RootsLine,
  rootsFileName,
} from '@dr/protocol/roots/roots-file'
import { wasmKeccak } from '@dr/protocol/roots/wasm-keccak'
import type { Database } from '../../platform/database/database.ts'
import { FatalError, RetryableError } from '../../platform/errors.ts'
import { type ChainEpoch, findPosted, type PostedFile } from './chain-epochs.ts'
import { closeFile, createPieces, insertFile } from './roots-store.ts'

/** A file of 1 million accounts has about 150 MB. */
const FETCH_TIMEOUT_MS = 600_000
const NOT_FOUND = 404

/** It is not the file that was posted; nothing of it is stored. */
class OtherRootsError extends FatalError {}

export interface WitnessFiles {
  readonly database: Database
  /** Origin of the witness's files; undefined: none is fetched. */
  readonly witnessUrl: string | undefined
}

const download = async (witnessUrl: string, epoch: bigint): Promise<AsyncIterable<Uint8Array> | null> => {
  const url = new URL(`/roots/${rootsFileName(Number(epoch))}`, witnessUrl)
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(
    (cause: unknown) => {
      throw new RetryableError(`${url} does not answer`, { cause })
    },
  )
  if (answer.status === NOT_FOUND) return null
  if (!answer.ok || !answer.body) throw new RetryableError(`${url} answered ${answer.status}`)
  return answer.body
}

/** Stores a file's text; throws unless its roots and snapshot are those of the epoch on chain. */
const storePosted = (database: Database, state: ChainEpoch, bytes: AsyncIterable<Uint8Array>) =>
  database.transaction(async (tx): Promise<PostedFile> => {
    const read: { head?: RootsHead; lines: RootsLine[] } = { lines: [] }
    const parser = createRootsParser({
      head: (head) => {
        read.head = head
      },
      line: (line) => read.lines.push(line),
    })
    const writer = createRootsWriter()
    let open:
      | { id: bigint; trees: ReturnType<typeof createBookTrees>; pieces: ReturnType<typeof createPieces> }
      | undefined
    let lines = 0n
    for await (const part of bytes) {
      parser.push(part)
      if (!read.head) continue
      if (!open) {
        const id = await insertFile(tx, read.head)
        open = { id, trees: createBookTrees(read.head, { keccak: wasmKeccak }), pieces: createPieces(tx, id) }
        await open.pieces.add(writer.head(read.head))
      }
      for (const line of read.lines) {
        open.trees.add(line)
        await open.pieces.add(writer.line(line))
      }
      lines += BigInt(read.lines.length)
      read.lines = []
    }
    parser.end()
    if (!open) throw new OtherRootsError(`the witness's file of epoch ${state.epoch} is empty`)
    await open.pieces.flush()
    await closeFile(tx, open.id, { lines, kept: 0n, lifted: 0n, books: open.trees.finish() })
    const posted = await findPosted(tx, state)
    if (posted?.file.id !== open.id)
      throw new OtherRootsError(`the witness's file of epoch ${state.epoch} is not the posted one`)
    return posted
  })

/** The witness's file of an epoch, stored; null: it has none, or no witness is named. */
export const fetchPosted = async (
  { database, witnessUrl }: WitnessFiles,
  state: ChainEpoch,
): Promise<PostedFile | null> => {
  const bytes = witnessUrl === undefined ? null : await download(witnessUrl, state.epoch)
  return bytes && storePosted(database, state, bytes)
}
