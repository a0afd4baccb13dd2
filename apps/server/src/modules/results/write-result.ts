import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from 'viem'
import type { Reader } from '../../platform/database/database.ts'
import { compressFile } from '../../platform/files/compress-file.ts'
import { cannotWrite } from '../../platform/files/disk-error.ts'
import { writeWholeFile } from '../../platform/files/whole-file.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { type ResultSource, resultName } from './result-kind.ts'

export interface PublishedFile {
  readonly hash: LowerHex
  readonly bytes: number
}

/**
 * Writes and hashes pieces of text to `path`. The file appears only if it is complete and `accept` does not
 * throw.
 */
const writeHashed = async (
  path: string,
  pieces: AsyncIterable<string>,
  accept: (file: PublishedFile) => void,
): Promise<PublishedFile> => {
  const hash = keccak_256.create()
  let bytes = 0
  const measured = async function* () {
    for await (const piece of pieces) {
      const chunk = Buffer.from(piece)
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return writeWholeFile(path, async (written) => {
    await pipeline(measured(), written)
    const file = { hash: lowerHex(bytesToHex(hash.digest())), bytes }
    accept(file)
    return file
  })
}

/**
 * Writes a closed week's file and its compressed forms. Idempotent: always the same bytes, on any replica.
 */
export const writeResult = async (
  reader: Reader,
  { source, directory }: { readonly source: ResultSource; readonly directory: string },
  week: bigint,
  accept: (file: PublishedFile) => void = () => undefined,
): Promise<PublishedFile> => {
  const path = join(directory, resultName({ kind: source.kind, week }))
  const refused = cannotWrite('DATA_DIR', path)
  await mkdir(directory, { recursive: true }).catch(refused)
  const file = await writeHashed(path, source.text(reader, week), accept).catch(refused)
  await compressFile(path).catch(refused)
  return file
}
