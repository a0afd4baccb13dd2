/** Brings the database's epochs up to the registry's, as of the newest final block. */
import type { Logger } from 'pino'
import type { LowerHex } from '../../platform/hex.ts'
import { findPosted, type RegistryReader, readEpoch, readLastEpoch } from './chain-epochs.ts'
import { deleteTexts, isFinal, readEpochs, type StoredEpoch, storeEpoch } from './epochs-store.ts'
import { fetchPosted, type WitnessFiles } from './fetch-roots.ts'
import { keptEpochs } from './kept-files.rules.ts'

export interface SyncEpochs extends RegistryReader, WitnessFiles {
  readonly registry: LowerHex
  readonly logger: Logger
}

/** Nothing about it changes any more. */
const isSettled = (epoch: StoredEpoch, now: bigint): boolean =>
  epoch.isVoid || (isFinal(epoch, now) && epoch.fileId !== null)

/** Known epochs that may change, and all new ones, oldest first. */
const changeable = (known: readonly StoredEpoch[], last: bigint, now: bigint): bigint[] => {
  const settled = new Set(known.filter((one) => isSettled(one, now)).map(({ epoch }) => epoch))
  return Array.from({ length: Number(last) }, (_, at) => BigInt(at + 1)).filter(
    (epoch) => !settled.has(epoch),
  )
}

const syncOne = async (deps: SyncEpochs, epoch: bigint, blockNumber: bigint): Promise<void> => {
  const state = await readEpoch(deps, { epoch, blockNumber })
  const fetched = () =>
    fetchPosted(deps, state).catch((error: unknown) => {
      // the epochs after it are stored all the same
      deps.logger.error({ err: error, epoch: String(epoch) }, 'the file of posted roots could not be fetched')
      return null
    })
  const posted = (await findPosted(deps.database.read, state)) ?? (await fetched())
  await storeEpoch(deps.database.single, {
    ...state,
    refused: posted?.refused ?? 0,
    fileId: posted?.file.id ?? null,
  })
}

interface SyncedEpochs {
  /** Newest first. */
  readonly epochs: readonly StoredEpoch[]
  /** Unix seconds of the newest final block. */
  readonly now: bigint
}

/** Reads what may have changed, and deletes the texts of files that are kept no longer. */
export const syncEpochs = async (deps: SyncEpochs, signal: AbortSignal): Promise<SyncedEpochs> => {
  const { client, database } = deps
  const { number: blockNumber, timestamp: now } = await client.getBlock({ blockTag: 'finalized' })
  const last = await readLastEpoch(deps, blockNumber)
  for (const epoch of changeable(await readEpochs(database.read), last, now)) {
    if (signal.aborted) break
    await syncOne(deps, epoch, blockNumber)
  }
  const epochs = await readEpochs(database.single)
  const kept = keptEpochs(epochs, now).flatMap(({ fileId }) => fileId ?? [])
  await deleteTexts(database.single, kept)
  return { epochs, now }
}
