/** Answers of the public calls about roots. */
import type { ResponseOf } from '@dr/protocol/call'
import type { EpochState, publicRoots, rootsProof } from '@dr/protocol/calls/roots'
import { BOOKS, rootsFileName } from '@dr/protocol/roots/roots-file'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type EpochFiles, isKept, type KeptEpoch } from './epoch-files.ts'
import { finalAt, isFinal, readEpochs, type StoredEpoch } from './epochs-store.ts'
import { readBooksOf } from './roots-store.ts'

const LISTED_MAX = 30

const stateOf = (epoch: StoredEpoch, now: bigint): EpochState => {
  if (epoch.isVoid) return 'void'
  if (epoch.fileId === null) return 'foreign'
  if (isFinal(epoch, now)) return 'final'
  return epoch.confirmedAt > 0n ? 'confirmed' : 'posted'
}

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

const stateAt = (epoch: StoredEpoch, now: bigint) => ({
  epoch: Number(epoch.epoch),
  state: stateOf(epoch, now),
  postedAt: Number(epoch.postedAt),
  confirmedAt: epoch.confirmedAt > 0n ? Number(epoch.confirmedAt) : null,
  finalAt: numberOf(finalAt(epoch)),
  digest: epoch.digest,
})

const listOne = async (reader: Reader, epoch: StoredEpoch, now: bigint) => {
  const { fileId, snapshotBlock, snapshotTime, refused } = epoch
  const books = fileId === null ? [] : await readBooksOf(reader, fileId)
  return {
    ...stateAt(epoch, now),
    snapshotBlock: snapshotBlock === null ? null : String(snapshotBlock),
    snapshotTime: numberOf(snapshotTime),
    file: isKept(epoch) ? `/roots/${rootsFileName(Number(epoch.epoch))}` : null,
    books: books.map(({ total, ...book }, at) => ({
      ...book,
      total: String(total),
      posted: (refused & (1 << at)) === 0,
    })),
  }
}

export const listEpochs = async ({ read }: Database): Promise<ResponseOf<typeof publicRoots>> => {
  const { timestamp } = await chainNow(read)
  const epochs = (await readEpochs(read)).slice(0, LISTED_MAX)
  return { epochs: await Promise.all(epochs.map((epoch) => listOne(read, epoch, timestamp))) }
}

export interface ProveAccount {
  readonly database: Database
  readonly files: EpochFiles
  readonly contracts: {
    readonly withdrawalVaults: readonly LowerHex[]
    readonly DR: LowerHex
    readonly USDT: LowerHex
  }
}

const proveOne = async (
  { files, contracts }: ProveAccount,
  epoch: KeptEpoch,
  { account, now }: { readonly account: LowerHex; readonly now: bigint },
) => {
  const proofs = await files.proofsOf(epoch, account)
  return {
    ...stateAt(epoch, now),
    snapshotBlock: String(epoch.snapshotBlock),
    snapshotTime: Number(epoch.snapshotTime),
    books: BOOKS.flatMap(({ vault, token }, at) => {
      const proof = proofs[at]
      if (!proof || (epoch.refused & (1 << at)) !== 0) return []
      return {
        vault: contracts.withdrawalVaults[vault] as LowerHex,
        token: contracts[token],
        earned: String(proof.earned),
        index: String(proof.index),
        path: proof.path.map(({ hash, sum }) => ({ hash, sum: String(sum) })),
      }
    }),
  }
}

export const proveAccount = async (
  deps: ProveAccount,
  account: LowerHex,
): Promise<ResponseOf<typeof rootsProof>> => {
  const { read } = deps.database
  const { timestamp: now } = await chainNow(read)
  const epochs = (await readEpochs(read)).filter(isKept)
  const prove = (epoch: KeptEpoch | undefined) => (epoch ? proveOne(deps, epoch, { account, now }) : null)
  const newest = epochs.find(({ isVoid }) => !isVoid)
  const final = epochs.find((epoch) => isFinal(epoch, now))
  return { account, newest: await prove(newest), final: await prove(final) }
}
