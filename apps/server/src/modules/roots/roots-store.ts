/** Files of roots as they are kept: compressed pieces, so that every replica and backup has them. */

import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FinishedBook } from '@dr/protocol/roots/book-trees'
import { createRootsParser, type RootsHead, type RootsLine } from '@dr/protocol/roots/roots-file'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** A file, posted or not: several can be of one epoch, of which the chain has at most one. */
export interface RootsFile {
  readonly id: bigint
  readonly epoch: bigint
  readonly snapshotBlock: bigint
  /** Unix seconds. */
  readonly snapshotTime: bigint
  readonly lines: bigint
  /** Numbers that the ledger no longer gives, and that the file keeps. */
  readonly kept: bigint
  /** Numbers that cover what the vault paid beyond the ledger. */
  readonly lifted: bigint
}

/** The root of a book. */
export interface RootsBook {
  readonly vault: LowerHex
  readonly token: LowerHex
  readonly hash: LowerHex
  readonly total: bigint
}

const FILE_COLUMNS = 'id, epoch, snapshot_block, snapshot_time, lines, kept, lifted'
interface FileRow {
  id: bigint
  epoch: bigint
  snapshot_block: bigint
  snapshot_time: bigint
  lines: bigint
  kept: bigint
  lifted: bigint
}
const fileOf = ({ snapshot_block, snapshot_time, ...row }: FileRow): RootsFile => ({
  ...row,
  snapshotBlock: snapshot_block,
  snapshotTime: snapshot_time,
})

/** Opens a file; its numbers are set by `closeFile` in the same transaction. */
export const insertFile = async (tx: Tx, head: RootsHead): Promise<bigint> => {
  const { rows } = await tx.query<{ id: bigint }>({
    name: 'roots_file_insert',
    text: `INSERT INTO roots_file (epoch, snapshot_block, snapshot_hash, snapshot_time)
      VALUES ($1, $2, $3, $4) RETURNING id`,
    values: [head.epoch, head.snapshotBlock, head.snapshotHash, head.snapshotTime],
  })
  return (rows[0] as { id: bigint }).id
}

/** Characters of text in a piece, at least, but for the last. */
const PIECE_LENGTH = 1_000_000

const insertCompressed = async (tx: Tx, id: bigint, part: number, data: Buffer): Promise<void> => {
  await tx.query({
    name: 'roots_piece_insert',
    text: 'INSERT INTO roots_piece (file_id, part, data) VALUES ($1, $2, $3)',
    values: [id, part, data],
  })
}

/** Each piece is a gzip file of its own; one after the other they are one of the whole. */
export const insertPiece = async (tx: Tx, id: bigint, part: number, text: string): Promise<void> =>
  insertCompressed(tx, id, part, await compress(text))

/** Text on its way into a file's pieces. A piece is compressed by another thread while the next one comes. */
export const createPieces = (tx: Tx, id: bigint) => {
  let waiting = ''
  let part = 0
  let compressing: Promise<Buffer> | undefined
  const insertLast = async (): Promise<void> => {
    if (!compressing) return
    await insertCompressed(tx, id, part, await compressing)
    part += 1
    compressing = undefined
  }
  const begin = async (): Promise<void> => {
    await insertLast()
    compressing = compress(waiting)
    waiting = ''
  }
  return {
    add: async (text: string): Promise<void> => {
      waiting += text
      if (waiting.length >= PIECE_LENGTH) await begin()
    },
    flush: async (): Promise<void> => {
      if (waiting !== '') await begin()
      await insertLast()
    },
  }
}

export const closeFile = async (
  tx: Tx,
  id: bigint,
  {
    lines,
    kept,
    lifted,
    books,
  }: Pick<RootsFile, 'lines' | 'kept' | 'lifted'> & { books: readonly FinishedBook[] },
): Promise<RootsFile> => {
  const { rows } = await tx.query<FileRow>({
    name: 'roots_file_close',
    text: `UPDATE roots_file SET lines = $2, kept = $3, lifted = $4 WHERE id = $1 RETURNING ${FILE_COLUMNS}`,
    values: [id, lines, kept, lifted],
  })
  await tx.query({
    name: 'roots_books_insert',
    text: `INSERT INTO roots_book (file_id, place, vault, token, hash, total)
      SELECT $1, n.place - 1, n.vault, n.token, n.hash, n.total
      FROM unnest($2::text[], $3::text[], $4::text[], $5::numeric[]) WITH ORDINALITY
        AS n (vault, token, hash, total, place)`,
    values: [
      id,
      books.map(({ vault }) => vault),
      books.map(({ token }) => token),
      books.map(({ hash }) => hash),
      books.map(({ total }) => total),
    ],
  })
  return fileOf(rows[0] as FileRow)
}

/** Files of an epoch, oldest first. */
export const readFilesOf = async (reader: Reader, epoch: bigint): Promise<RootsFile[]> => {
  const { rows } = await reader.query<FileRow>({
    name: 'roots_files_read',
    text: `SELECT ${FILE_COLUMNS} FROM roots_file WHERE epoch = $1 ORDER BY id`,
    values: [epoch],
  })
  return rows.map(fileOf)
}

export const readFile = async (reader: Reader, id: bigint): Promise<RootsFile | undefined> => {
  const { rows } = await reader.query<FileRow>({
    name: 'roots_file_read',
    text: `SELECT ${FILE_COLUMNS} FROM roots_file WHERE id = $1`,
    values: [id],
  })
  return rows.map(fileOf)[0]
}

/** A file's books in order. */
export const readBooksOf = async (reader: Reader, id: bigint): Promise<RootsBook[]> => {
  const { rows } = await reader.query<RootsBook>({
    name: 'roots_books_read',
    text: 'SELECT vault, token, hash, total FROM roots_book WHERE file_id = $1 ORDER BY place',
    values: [id],
  })
  return rows
}

/** A file's compressed pieces in order. */
async function* readPieces(reader: Reader, id: bigint): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const { rows } = await reader.query<{ data: Buffer | Uint8Array }>({
      name: 'roots_piece_read',
      text: 'SELECT data FROM roots_piece WHERE file_id = $1 AND part = $2',
      values: [id, part],
    })
    const [piece] = rows
    if (!piece) return
    yield Buffer.from(piece.data)
  }
}

/** A stored file's text in pieces. */
export async function* readStoredText(reader: Reader, id: bigint): AsyncGenerator<Buffer> {
  for await (const piece of readPieces(reader, id)) yield decompress(piece)
}

/** A stored file, parsed piece by piece: its head, and batches of lines. */
export async function* readStoredLines(
  reader: Reader,
  id: bigint,
): AsyncGenerator<{ readonly head: RootsHead; readonly lines: readonly RootsLine[] }> {
  let head: RootsHead | undefined
  let lines: RootsLine[] = []
  const parser = createRootsParser({
    head: (read) => {
      head = read
    },
    line: (line) => lines.push(line),
  })
  for await (const text of readStoredText(reader, id)) {
    parser.push(text)
    if (head) yield { head, lines }
    lines = []
  }
  parser.end()
}
