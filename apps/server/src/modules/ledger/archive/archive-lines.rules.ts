/** The file of an archived range of journals: what is in it, and its hash. Pure. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { AccountCode } from '../account.ts'

/** One line of the file; everything that the tables had of a journal. Amounts and ids as decimal strings. */
export interface ArchivedJournal {
  readonly id: string
  readonly key: string
  readonly reason: string
  readonly vault: number
  /** ISO 8601, the chain's time. */
  readonly at: string
  readonly source: unknown
  /** Id, from, to, base units; in their order. */
  readonly postings: readonly (readonly [string, AccountCode, AccountCode, string])[]
}

const LEVEL = 9
/** Before the first file. */
export const NO_HASH: Uint8Array = new Uint8Array(32)

export const writeLines = (journals: readonly ArchivedJournal[]): Buffer =>
  Buffer.from(journals.map((journal) => `${JSON.stringify(journal)}\n`).join(''))

export const readLines = (lines: Buffer): ArchivedJournal[] =>
  lines
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ArchivedJournal)

/** The hash that says of all lines so far that they are these. */
export const chainHash = (previous: Uint8Array, lines: Uint8Array): Buffer =>
  createHash('sha256').update(previous).update(lines).digest()

const gzipApart = promisify<Uint8Array, { level: number }, Buffer>(gzip)
/** On another thread: half a megabyte takes a while. */
export const compress = (lines: Uint8Array): Promise<Buffer> => gzipApart(lines, { level: LEVEL })
/** Throws for what gzip did not make. */
export const decompress = (content: Uint8Array): Buffer => gunzipSync(content)

/** What the journals change, by account, base units. */
export const changesOf = (journals: readonly ArchivedJournal[]): Map<AccountCode, bigint> => {
  const changes = new Map<AccountCode, bigint>()
  const add = (code: AccountCode, amount: bigint) => changes.set(code, (changes.get(code) ?? 0n) + amount)
  for (const { postings } of journals) {
    for (const [, from, to, amount] of postings) {
      add(from, -BigInt(amount))
      add(to, BigInt(amount))
    }
  }
  return changes
}
