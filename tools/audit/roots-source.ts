/** Roots files of a site or a folder. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBookTrees, type FinishedBook } from '@dr/protocol/roots/book-trees'
import { factsFileName } from '@dr/protocol/roots/facts-file'
import {
  createRootsParser,
  type RootsHead,
  readRootsFileName,
  rootsFileName,
} from '@dr/protocol/roots/roots-file'
import { wasmKeccak } from '@dr/protocol/roots/wasm-keccak'
import type { Address } from 'viem'

/** A file's content, with the roots of its trees. */
export interface RootsContent {
  readonly head: RootsHead
  /** What an account earned in each book, by its address in lower case. */
  readonly lines: ReadonlyMap<string, readonly bigint[]>
  readonly books: readonly FinishedBook[]
}

export interface RootsSource {
  /** Null: it has no file of this epoch. */
  bytes(epoch: bigint): Promise<Uint8Array | null>
  read(epoch: bigint): Promise<RootsContent | null>
  /** Its facts, unparsed; null: it has none. */
  factBytes(epoch: bigint): Promise<Uint8Array | null>
  /** The registry by the source's own word; null: it names none. */
  registry(): Promise<Address | null>
}

/** @throws RootsFileError for what is no roots file. */
export const parseRoots = (bytes: Uint8Array): RootsContent => {
  const lines = new Map<string, readonly bigint[]>()
  const read: { head?: RootsHead; trees?: ReturnType<typeof createBookTrees> } = {}
  const parser = createRootsParser({
    head: (head) => {
      read.head = head
      read.trees = createBookTrees(head, { keccak: wasmKeccak })
    },
    line: (line) => {
      lines.set(line.account, line.earned)
      read.trees?.add(line)
    },
  })
  parser.push(bytes)
  parser.end()
  if (!read.head || !read.trees) throw new Error('a file without a head was parsed')
  return { head: read.head, lines, books: read.trees.finish() }
}

const sourceOf = ({ bytes, factBytes, registry }: Omit<RootsSource, 'read'>): RootsSource => ({
  bytes,
  factBytes,
  read: async (epoch) => {
    const read = await bytes(epoch)
    return read && parseRoots(read)
  },
  registry,
})

const hasCode = (error: unknown, code: string): boolean => (error as { code?: unknown }).code === code

export const folderSource = (folder: string): RootsSource => {
  const readBytes = (epoch: number, nameOf = rootsFileName) =>
    readFile(join(folder, nameOf(epoch))).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    })
  return sourceOf({
    bytes: (epoch) => readBytes(Number(epoch)),
    factBytes: (epoch) => readBytes(Number(epoch), factsFileName),
    registry: async () => {
      const epochs = (await readdir(folder)).map(readRootsFileName).filter((epoch) => epoch !== null)
      const bytes = epochs.length > 0 ? await readBytes(Math.max(...epochs)) : null
      return bytes && parseRoots(bytes).head.registry
    },
  })
}

/** Milliseconds for a file, as the server's own (fetch-roots.ts): one that comes byte by byte stops no look for ever. */
const FETCH_TIMEOUT_MS = 600_000

export const siteSource = (site: string, timeoutMs = FETCH_TIMEOUT_MS): RootsSource => {
  const get = async (path: string): Promise<Response | null> => {
    const answer = await fetch(new URL(path, site), { signal: AbortSignal.timeout(timeoutMs) })
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
    return answer
  }
  const getFile = async (name: string): Promise<Uint8Array | null> => {
    const answer = await get(`/roots/${name}`)
    return answer && new Uint8Array(await answer.arrayBuffer())
  }
  return sourceOf({
    bytes: (epoch) => getFile(rootsFileName(Number(epoch))),
    factBytes: (epoch) => getFile(factsFileName(Number(epoch))),
    registry: async () => {
      const answer = await get('/api/v1/public/config')
      const { data } = ((await answer?.json()) ?? {}) as {
        data?: { contracts?: { RootRegistry?: Address } }
      }
      return data?.contracts?.RootRegistry ?? null
    },
  })
}
