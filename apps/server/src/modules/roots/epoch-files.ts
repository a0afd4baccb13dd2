/**
 * An epoch's text and proofs on disk, as caches of the database: a folder an epoch, named by its digest too, so
 * that what an earlier chain left is never taken for it. Any number of processes may share the folder.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { factsFileName, readFactsFileName } from '@dr/protocol/roots/facts-file'
import type { Proof } from '@dr/protocol/roots/proof'
import { readRootsFileName, rootsFileName } from '@dr/protocol/roots/roots-file'
import type { Reader } from '../../platform/database/database.ts'
import { createFileCompressor } from '../../platform/files/compress-file.ts'
import { cannotWrite } from '../../platform/files/disk-error.ts'
import { writeWholeFile } from '../../platform/files/whole-file.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { readEpochs, type StoredEpoch } from './epochs-store.ts'
import { factsText } from './facts-text.ts'
import { type ProofIndex, readProofIndex, readProofs, writeProofIndex } from './proof-index.ts'
import { readStoredText } from './roots-store.ts'

export interface EpochFilesInput {
  readonly reader: Reader
  /** The folder `roots` in the server's data. */
  readonly directory: string
}

/** An epoch whose text the database still has. */
export interface KeptEpoch extends StoredEpoch {
  readonly fileId: bigint
}
export const isKept = (epoch: StoredEpoch): epoch is KeptEpoch => epoch.fileId !== null && epoch.hasText

/** A file, and the tag that identifies its content. */
export interface OpenedRoots {
  /** `<path>.br` and `<path>.gz` are its compressed forms. */
  readonly path: string
  readonly hash: LowerHex
}

/** Files of an epoch: what accounts earned, and the facts that it is recomputed from. */
interface EpochFileName {
  readonly epoch: number
  readonly kind: 'roots' | 'facts'
}

/** The file that is served by this name; null for any other name. */
export const readEpochFileName = (name: string): EpochFileName | null => {
  const roots = readRootsFileName(name)
  if (roots !== null) return { epoch: roots, kind: 'roots' }
  const facts = readFactsFileName(name)
  return facts === null ? null : { epoch: facts, kind: 'facts' }
}

const DIGEST_LENGTH = 18
const folderName = ({ epoch, digest }: StoredEpoch): string => `${epoch}-${digest.slice(2, DIGEST_LENGTH)}`
const FOLDER = /^([1-9]\d*)-[0-9a-f]{16}$/

/** Removes folders of epochs whose text is not kept; never of one that is newer than all known ones. */
const removeOthers = async ({ reader, directory }: EpochFilesInput): Promise<void> => {
  const epochs = await readEpochs(reader)
  const newest = epochs[0]?.epoch ?? 0n
  const kept = new Set(epochs.filter(isKept).map(folderName))
  for (const name of await readdir(directory)) {
    const [, epoch] = FOLDER.exec(name) ?? []
    if (epoch === undefined || kept.has(name) || BigInt(epoch) > newest) continue
    await rm(join(directory, name), { recursive: true, force: true })
  }
}

/** Makes a thing once for concurrent callers; a failure is not kept. */
const onceEach = <Value>() => {
  const running = new Map<string, Promise<Value>>()
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = running.get(key)
    if (known) return known
    const made = make().finally(() => running.delete(key))
    running.set(key, made)
    return made
  }
}

export const createEpochFiles = (input: EpochFilesInput) => {
  const { reader, directory } = input
  const refused = cannotWrite('DATA_DIR', directory)
  const compress = createFileCompressor()
  const onceText = onceEach<void>()
  const onceIndex = onceEach<ProofIndex>()

  const makeFolder = async (epoch: KeptEpoch): Promise<string> => {
    const folder = join(directory, folderName(epoch))
    if (existsSync(folder)) return folder
    await mkdir(folder, { recursive: true }).catch(refused)
    await removeOthers(input)
    return folder
  }
  const writeText = async (
    { fileId }: KeptEpoch,
    kind: EpochFileName['kind'],
    path: string,
  ): Promise<void> => {
    const text = kind === 'facts' ? factsText(reader, fileId) : readStoredText(reader, fileId)
    await writeWholeFile(path, (file) => pipeline(text, file)).catch(refused)
  }
  const openIndex = async (epoch: KeptEpoch): Promise<ProofIndex> => {
    const folder = join(await makeFolder(epoch), 'proofs')
    return onceIndex(
      folder,
      async () => (await readProofIndex(folder)) ?? writeProofIndex(reader, { id: epoch.fileId, folder }),
    )
  }
  return {
    /** An epoch's file; null: it is not kept. */
    open: async (number: number, kind: EpochFileName['kind'] = 'roots'): Promise<OpenedRoots | null> => {
      const epoch = (await readEpochs(reader)).find((one) => one.epoch === BigInt(number))
      if (!epoch || !isKept(epoch)) return null
      const path = join(await makeFolder(epoch), (kind === 'facts' ? factsFileName : rootsFileName)(number))
      if (!existsSync(path)) await onceText(path, () => writeText(epoch, kind, path))
      await compress(path).catch(refused)
      return { path, hash: epoch.digest }
    },
    /** Proofs of an account by book; null where it has no line. */
    proofsOf: async (epoch: KeptEpoch, account: LowerHex): Promise<(Proof | null)[]> =>
      readProofs(await openIndex(epoch), account),
  }
}
export type EpochFiles = ReturnType<typeof createEpochFiles>
