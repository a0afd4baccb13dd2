/**
 * What was signed, in files of an hour each: the operator's record, and what the sums are made of at a start.
 */
import { mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { createBatcher, fulfilled } from '../../../platform/batcher.ts'
import { lockDirectory } from '../../../platform/database/directory-lock.ts'
import { FatalError } from '../../../platform/errors.ts'

/** Files of the last hours that are read at a start: those that still count, and one more. */
const HOURS_READ = 26
const HOUR_MS = 3_600_000
/** A clock that was set right between two runs. */
const CLOCK_SLACK_MS = 60_000
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}\.jsonl$/

const number = z.string().regex(/^\d+$/)
const entrySchema = z.strictObject({
  /** Unix seconds. */
  at: number,
  kind: z.string(),
  /** Of the key that signed. */
  signer: z.string(),
  contract: z.string(),
  account: z.string(),
  nonce: number,
  deadline: number,
  digest: z.string(),
  unit: z.string(),
  /** Base units, or machines. */
  amount: number,
})
export type JournalEntry = z.output<typeof entrySchema>

const nameAt = (ms: number) => `${new Date(ms).toISOString().slice(0, 13)}.jsonl`

const parseLine = (line: string, path: string): JournalEntry => {
  try {
    return entrySchema.parse(JSON.parse(line))
  } catch (cause) {
    throw new FatalError(`DATA_DIR: ${path} has a line that was not written by the signing process`, {
      cause,
    })
  }
}

/** A line without its end was cut off by a crash: nothing was signed for it, and it is removed. */
const readEntries = (path: string): JournalEntry[] => {
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf('\n') + 1
  if (end < bytes.length) truncateSync(path, end)
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').filter(Boolean)
  return lines.map((line) => parseLine(line, path))
}

export interface SignedJournal {
  /** What was signed in the last 25 hours, oldest first. */
  readonly entries: readonly JournalEntry[]
  /** Resolves once all of them are on the disk. */
  append(entries: readonly JournalEntry[]): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the folder, for one process alone. `now`: milliseconds. Throws FatalError for files that are damaged,
 * or have what was signed in the future: by which clock would it count?
 */
export const openJournal = (directory: string, now: () => number): SignedJournal => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(
    directory,
    (owner) => `DATA_DIR: ${directory} is another signing process's, ${owner}`,
  )
  const oldest = nameAt(now() - HOURS_READ * HOUR_MS)
  const names = readdirSync(directory).filter((name) => NAME.test(name) && name >= oldest)
  let entries: readonly JournalEntry[]
  try {
    entries = names.toSorted().flatMap((name) => readEntries(join(directory, name)))
    const ahead = entries.findLast(({ at }) => Number(at) * 1_000 > now() + CLOCK_SLACK_MS)
    if (ahead) {
      throw new FatalError(
        `DATA_DIR: ${directory} has what was signed at ${ahead.at} (Unix seconds): this host's clock is behind it`,
      )
    }
  } catch (error) {
    lock.release()
    throw error
  }
  let current: { readonly name: string; readonly file: FileHandle } | undefined
  const fileAt = async (name: string): Promise<FileHandle> => {
    if (current?.name === name) return current.file
    await current?.file.close()
    const file = await open(join(directory, name), 'a', 0o600)
    current = { name, file }
    const folder = await open(directory, 'r')
    await folder.sync().finally(() => folder.close())
    return file
  }
  const write = async (batches: readonly (readonly JournalEntry[])[]): Promise<void> => {
    const file = await fileAt(nameAt(now()))
    await file.writeFile(batches.flatMap((batch) => batch.map((one) => `${JSON.stringify(one)}\n`)).join(''))
    await file.datasync()
  }
  let broken: unknown
  const append = createBatcher<readonly JournalEntry[], void>({
    run: async (batches) => {
      // After a failure a line may be there in part: nothing is written behind it.
      if (broken !== undefined) throw broken
      await write(batches).catch((error: unknown) => {
        broken = error
        throw error
      })
      return batches.map(() => fulfilled(undefined))
    },
  })
  return {
    entries,
    append: (more) => (more.length === 0 ? Promise.resolve() : append(more)),
    close: async () => {
      await current?.file.close()
      lock.release()
    },
  }
}
