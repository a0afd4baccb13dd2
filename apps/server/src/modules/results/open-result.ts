import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, type Hex } from 'viem'
import type { Reader } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { createFileCompressor } from '../../platform/files/compress-file.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type ResultName, type ResultSource, resultName } from './result-kind.ts'
import { readResults } from './results.ts'
import { writeResult } from './write-result.ts'

/** A published file, and its hash on chain. */
export interface OpenedResult {
  /** `<path>.br` and `<path>.gz` are its compressed forms. */
  readonly path: string
  /** Keccak-256 of its bytes. */
  readonly hash: LowerHex
}

/** The rewritten file differs from the published one. */
class ResultChangedError extends FatalError {}

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT'

/** Keccak-256 of a file; undefined if there is none. */
const hashOf = async (path: string): Promise<Hex | undefined> => {
  const hash = keccak_256.create()
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return bytesToHex(hash.digest())
}

/**
 * The path of the published file of a week; null if none is published. Each process checks its hash once: a
 * replica on which it is missing or different (from an earlier chain) writes it again from the database, and
 * refuses to serve a file that differs from the published one.
 */
export const createResultOpener = (input: {
  readonly reader: Reader
  readonly sources: readonly ResultSource[]
  readonly directory: string
}) => {
  const { reader, sources, directory } = input
  const opened = new Map<string, Promise<OpenedResult>>()
  const compress = createFileCompressor()

  const prepare = async (source: ResultSource, week: bigint, hash: LowerHex): Promise<OpenedResult> => {
    const path = join(directory, resultName({ kind: source.kind, week }))
    if ((await hashOf(path)) === hash) return { path, hash }
    await writeResult(reader, { source, directory }, week, (written) => {
      if (written.hash === hash) return
      throw new ResultChangedError(
        `${source.kind}, week ${week}: ${hash} was published, now it is ${written.hash}`,
      )
    })
    return { path, hash }
  }

  const find = async (name: ResultName): Promise<OpenedResult | null> => {
    const key = resultName(name)
    const known = await opened.get(key)
    if (known !== undefined && existsSync(known.path)) return known
    if (known !== undefined) opened.delete(key)
    const source = sources.find(({ kind }) => kind === name.kind)
    const [file] = await readResults(reader, name.kind, [name.week])
    if (!file || !source) return null
    const result = opened.get(key) ?? prepare(source, name.week, file.hash)
    opened.set(key, result)
    result.catch(() => opened.delete(key)) // a failure is not cached
    return result
  }

  return async (name: ResultName): Promise<OpenedResult | null> => {
    const result = await find(name)
    // Runs only if a compressed form is missing or older than the file, which is served meanwhile.
    if (result !== null) await compress(result.path)
    return result
  }
}
