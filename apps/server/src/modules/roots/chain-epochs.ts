/** Epochs of the registry, and which of the stored files each is of. */
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { digestOfPost } from '@dr/protocol/roots/post-digest'
import type { PublicClient } from 'viem'
import type { Reader } from '../../platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { type RootsBook, type RootsFile, readBooksOf, readFilesOf } from './roots-store.ts'

export interface ChainEpoch {
  readonly epoch: bigint
  /** Unix seconds; 0: not confirmed. */
  readonly postedAt: bigint
  readonly confirmedAt: bigint
  readonly isVoid: boolean
  readonly digest: LowerHex
}

export interface RegistryReader {
  readonly client: PublicClient
  readonly registry: LowerHex
}

/** The newest epoch at a block; 0: none. */
export const readLastEpoch = ({ client, registry }: RegistryReader, blockNumber: bigint): Promise<bigint> =>
  client.readContract({ address: registry, abi: rootRegistryAbi, functionName: 'lastEpoch', blockNumber })

export const readEpoch = async (
  { client, registry }: RegistryReader,
  { epoch, blockNumber }: { readonly epoch: bigint; readonly blockNumber: bigint },
): Promise<ChainEpoch> => {
  const { postedAt, confirmedAt, isVoid, digest } = await client.readContract({
    address: registry,
    abi: rootRegistryAbi,
    functionName: 'epochOf',
    args: [epoch],
    blockNumber,
  })
  return { epoch, postedAt, confirmedAt, isVoid, digest: lowerHex(digest) }
}

/** A file on chain, with the books that the contract refused as bits. */
export interface PostedFile {
  readonly file: RootsFile
  readonly books: readonly RootsBook[]
  readonly refused: number
}

/** The stored file that was posted as an epoch; null: another one was. */
export const findPosted = async (
  reader: Reader,
  { epoch, digest }: Pick<ChainEpoch, 'epoch' | 'digest'>,
): Promise<PostedFile | null> => {
  for (const file of await readFilesOf(reader, epoch)) {
    const books = await readBooksOf(reader, file.id)
    for (let refused = 0; refused < 2 ** books.length; refused += 1) {
      if (digestOfPost({ ...file, books, refused }) === digest) return { file, books, refused }
    }
  }
  return null
}
