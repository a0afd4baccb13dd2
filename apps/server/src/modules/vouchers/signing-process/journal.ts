/** Signed vouchers in hourly files: the operator's record, from which the sums are restored at a start. */
import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import * as z from 'zod'
import { createBatcher, fulfilled } from '../../../platform/batcher.ts'
import { lockDirectory } from '../../../platform/database/directory-lock.ts'
import { FatalError } from '../../../platform/errors.ts'
import { cannotWrite } from '../../../platform/files/disk-error.ts'
import { lockByKernel } from '../../../platform/files/kernel-lock.ts'
import { writeWholeFile } from '../../../platform/files/whole-file.ts'
import { type Pause, startOfRunning, stoppedSince } from './running-time.rules.ts'
import type { SignedOrderLine } from './signed-orders.ts'

/**
 * Number of files read at a start, of the last hours in which the process ran: those that still count, and
 * one more.
 */
const HOURS_READ = 26
const HOUR_MS = 3_600_000
/** Tolerance for a clock that was corrected between two runs. */
const CLOCK_SLACK_MS = 60_000
/** A restart, or an outdated `seen`, up to this long is not a pause. */
const RESTART_MS = 120_000
/** File, beside the hours' files, with the last time at which the process ran and its earlier pauses. */
const SEEN_FILE = 'seen.json'
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}\.jsonl$/
const ORDERS_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}\.orders\.jsonl$/

const number = z.string().regex(/^\d+$/)
const entrySchema = z.strictObject({
  /** Unix seconds. */
  at: number,
  kind: z.string(),
  /** Address of the key that signed. */
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

const hourAt = (ms: number) => new Date(ms).toISOString().slice(0, 13)
const nameAt = (ms: number) => `${hourAt(ms)}.jsonl`

const parseLine = (line: string, path: string): JournalEntry => {
  try {
    return entrySchema.parse(JSON.parse(line))
  } catch (cause) {
    throw new FatalError(`DATA_DIR: ${path} has a line that was not written by the signing process`, {
      cause,
    })
  }
}

/**
 * Reads a file's lines. An incomplete last one is the result of a crash: nothing left this process for it, and it is
 * removed, so that the next one is not written behind it.
 */
const readLines = (path: string): string[] => {
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf('\n') + 1
  if (end < bytes.length) truncateSync(path, end)
  return bytes.subarray(0, end).toString('utf8').split('\n').filter(Boolean)
}

const readEntries = (path: string): JournalEntry[] => readLines(path).map((line) => parseLine(line, path))

const milliseconds = z.number().int().nonnegative()
const seenSchema = z.strictObject({
  /** Unix milliseconds. */
  seen: milliseconds,
  pauses: z.array(z.strictObject({ from: milliseconds, to: milliseconds })),
})

interface Seen {
  readonly seen: number
  readonly pauses: readonly Pause[]
}

/** Undefined on the first start, or after a version that did not write it. */
const readSeen = (directory: string): Seen | undefined => {
  const path = join(directory, SEEN_FILE)
  if (!existsSync(path)) return undefined
  try {
    return seenSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw new FatalError(`DATA_DIR: ${path} was not written by the signing process`, { cause })
  }
}

export interface SignedJournal {
  /**
   * Vouchers signed in the last 25 hours in which the process ran, oldest first; `at` is moved later by the
   * pauses since.
   */
  readonly entries: readonly JournalEntry[]
  /** Records that the process runs; call once a minute. */
  beat(): Promise<void>
  /** Resolves once all entries, and the orders kept with them, are on the disk. */
  append(entries: readonly JournalEntry[], orders?: readonly SignedOrderLine[]): Promise<void>
  close(): Promise<void>
}

interface Batch {
  readonly entries: readonly JournalEntry[]
  readonly orders: readonly SignedOrderLine[]
}

/** Locks the folder by the kernel; on systems other than Linux, for development, by process id. */
const lock = (directory: string): { release(): void } => {
  const held = `DATA_DIR: ${directory} is another signing process's`
  if (process.platform === 'linux') return lockByKernel(directory, held)
  return lockDirectory(directory, (owner) => `${held}, ${owner}`)
}

const readJournal = (
  directory: string,
  now: number,
): { readonly entries: readonly JournalEntry[]; readonly pauses: readonly Pause[] } => {
  const all = readdirSync(directory).toSorted()
  const names = all.filter((name) => NAME.test(name))
  const orders = all.findLast((name) => ORDERS_NAME.test(name))
  if (orders !== undefined) readLines(join(directory, orders))
  const before = readSeen(directory)
  const newest = names.at(-1)
  // Without `seen`, the last signature is the last known time at which the process ran.
  const lastSigned =
    newest === undefined ? 0 : Number(readEntries(join(directory, newest)).at(-1)?.at ?? 0) * 1_000
  const seen = Math.max(before?.seen ?? 0, lastSigned)
  const stopped = seen > 0 && now - seen > RESTART_MS ? [{ from: seen, to: now }] : []
  // A pause that ends in the future was written by a clock that was ahead, and has been corrected since.
  const pauses = [...(before?.pauses ?? []), ...stopped]
    .map(({ from, to }) => ({ from, to: Math.min(to, now) }))
    .filter(({ from, to }) => to > from)
  const start = startOfRunning(pauses, now, HOURS_READ * HOUR_MS)
  const oldest = nameAt(start)
  const entries = names.filter((name) => name >= oldest).flatMap((name) => readEntries(join(directory, name)))
  const ahead = entries.findLast(({ at }) => Number(at) * 1_000 > now + CLOCK_SLACK_MS)
  if (ahead) {
    throw new FatalError(
      `DATA_DIR: ${directory} has what was signed at ${ahead.at} (Unix seconds): this host's clock is behind it`,
    )
  }
  const later = (at: number) => at + Math.floor(stoppedSince(pauses, at * 1_000, now) / 1_000)
  return {
    entries: entries.map((entry) => ({ ...entry, at: String(later(Number(entry.at))) })),
    pauses: pauses.filter(({ to }) => to > start),
  }
}

/**
 * Opens the folder for this process only. `now`: milliseconds. Throws FatalError for damaged files, and for
 * entries in the future, whose clock cannot be trusted.
 */
export const openJournal = async (directory: string, now: () => number): Promise<SignedJournal> => {
  const refused = cannotWrite('DATA_DIR', directory)
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch(refused)
  const locked = lock(directory)
  const writeSeen = (pauses: readonly Pause[]): Promise<void> =>
    writeWholeFile(join(directory, SEEN_FILE), (file) =>
      finished(file.end(JSON.stringify({ seen: now(), pauses }))),
    ).catch(refused)
  let read: ReturnType<typeof readJournal>
  try {
    read = readJournal(directory, now())
    await writeSeen(read.pauses) // before anything is signed: the next start counts this pause as well
  } catch (error) {
    locked.release()
    throw error
  }
  const { entries, pauses } = read
  const beat = (): Promise<void> => writeSeen(pauses)
  /** Open files of the current hour, by name. */
  const current = new Map<string, FileHandle>()
  const closeAll = async (): Promise<void> => {
    for (const file of current.values()) await file.close()
    current.clear()
  }
  const fileAt = async (name: string): Promise<FileHandle> => {
    const known = current.get(name)
    if (known) return known
    const file = await open(join(directory, name), 'a', 0o600)
    current.set(name, file)
    const folder = await open(directory, 'r')
    await folder.sync().finally(() => folder.close())
    return file
  }
  const writeLines = async (name: string, lines: readonly object[]): Promise<void> => {
    if (lines.length === 0) return
    const file = await fileAt(name)
    await file.writeFile(lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
    await file.datasync()
  }
  const write = async (batches: readonly Batch[]): Promise<void> => {
    const hour = hourAt(now())
    if (!current.has(`${hour}.jsonl`)) await closeAll()
    await Promise.all([
      writeLines(
        `${hour}.jsonl`,
        batches.flatMap(({ entries }) => entries),
      ),
      writeLines(
        `${hour}.orders.jsonl`,
        batches.flatMap(({ orders }) => orders),
      ),
    ])
  }
  let broken: unknown
  const append = createBatcher<Batch, void>({
    run: async (batches) => {
      // A failed write may leave a part of a line: nothing is written after it.
      if (broken !== undefined) throw broken
      await write(batches)
        .catch(refused)
        .catch((error: unknown) => {
          broken = error
          throw error
        })
      return batches.map(() => fulfilled(undefined))
    },
  })
  return {
    entries,
    append: (more, orders = []) =>
      more.length === 0 ? Promise.resolve() : append({ entries: more, orders }),
    beat,
    close: async () => {
      await closeAll()
      await (broken === undefined ? beat() : Promise.resolve()).finally(locked.release)
    },
  }
}
