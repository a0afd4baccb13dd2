/** Proofs as the user has them: a roots file, or an exported proof. */
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import { type ExportedProof, parseExportedProof } from '@dr/protocol/roots/exported-proof'
import { createRootsParser, type RootsHead } from '@dr/protocol/roots/roots-file'
import type { Address } from 'viem'
import { ExitError } from './exit-error.ts'
import { exportedBooks, type LoadedBook } from './loaded-book.ts'

/** Bytes parsed before the page may draw again. */
const PIECE_BYTES = 256 * 1024

export type Evidence =
  | {
      readonly kind: 'file'
      readonly head: RootsHead
      readonly accounts: number
      readonly bytes: Uint8Array
    }
  | { readonly kind: 'exported'; readonly head: ExportedProof }

const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Parses a whole file in pieces, so that the page stays alive. */
const parsePieces = async (bytes: Uint8Array, on: Parameters<typeof createRootsParser>[0]): Promise<void> => {
  const parser = createRootsParser(on)
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    parser.push(bytes.subarray(from, from + PIECE_BYTES))
    await drawn()
  }
  parser.end()
}

const readFile = async (bytes: Uint8Array): Promise<Evidence> => {
  let head: RootsHead | undefined
  let accounts = 0
  await parsePieces(bytes, {
    head: (found) => {
      head = found
    },
    line: () => {
      accounts++
    },
  })
  // The parser ends only after a head.
  return { kind: 'file', head: head as RootsHead, accounts, bytes }
}

/** An exported proof is one JSON object over several lines or one; a roots file has a line of JSON, then others. */
const isExported = (bytes: Uint8Array): boolean =>
  /^\s*\{\s*"kind"/.test(new TextDecoder().decode(bytes.subarray(0, 100)))

/** @throws ExitError that names the first thing that is wrong. */
export const readEvidence = async (bytes: Uint8Array): Promise<Evidence> => {
  try {
    return isExported(bytes)
      ? { kind: 'exported', head: parseExportedProof(new TextDecoder().decode(bytes)) }
      : await readFile(bytes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ExitError({ key: 'error.file', values: { reason } }, cause)
  }
}

/** The books of what was loaded, with the account's line in each. A file's trees are built. */
export const loadBooks = async (evidence: Evidence, account: Address): Promise<readonly LoadedBook[]> => {
  if (evidence.kind === 'exported') return exportedBooks(evidence.head)
  const trees = createBookTrees(evidence.head, { watch: account.toLowerCase() })
  await parsePieces(evidence.bytes, { head: () => undefined, line: trees.add })
  return trees.finish()
}
