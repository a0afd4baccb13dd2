/**
 * The daily post of roots: the ledger's numbers become a stored file, and its roots an epoch of the registry.
 * A file is stored before it is sent and sent unchanged after a crash; what was sent is found by its digest.
 */
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import { chainNow, utcDayOf } from '../../platform/chain/chain-clock.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Reader } from '../../platform/database/database.ts'
import { FatalError, RetryableError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type BuildRoots, buildRoots } from './build-roots.ts'
import { type ChainEpoch, findPosted, readEpoch, readLastEpoch } from './chain-epochs.ts'
import { fetchPosted, type WitnessFiles } from './fetch-roots.ts'
import { type RootsFile, readBooksOf, readFilesOf } from './roots-store.ts'

/** Seconds between two posts, at least, by the contract. */
const POST_INTERVAL_SECONDS = 20n * 3_600n
/** Age of a snapshot at its post, at most: an older one the witness would not confirm. */
const SNAPSHOT_AGE_MAX_SECONDS = 3_600n

/** Roots on chain that are neither void, nor this server's, nor named as foreign in the configuration. */
export class ForeignRootsError extends FatalError {}

/** Why nothing can be posted now; the next run tries again. */
class RootsNotReadyError extends RetryableError {}

export interface PostRoots extends BuildRoots, WitnessFiles {
  readonly client: PublicClient
  readonly registry: LowerHex
  readonly attester: Keeper
  /** Epochs that the operator has declared to be another's. */
  readonly foreignEpochs: readonly bigint[]
  /** Number of events that are not booked. */
  readonly countSuspense: (reader: Reader) => Promise<number>
  readonly logger: Logger
}

interface ChainState {
  /** The newest epoch; undefined: none. */
  readonly last: ChainEpoch | undefined
  /** Id of the newest own file that was confirmed and not vetoed. */
  readonly previous: bigint | null
  /** Unix seconds of the newest block. */
  readonly now: bigint
}

/** The newest epochs, back to the own file that the next one must not fall below. */
const readChainState = async (deps: PostRoots): Promise<ChainState> => {
  const { number: blockNumber, timestamp: now } = await deps.client.getBlock()
  const lastEpoch = await readLastEpoch(deps, blockNumber)
  let last: ChainEpoch | undefined
  for (let epoch = lastEpoch; epoch > 0n; epoch -= 1n) {
    const state = await readEpoch(deps, { epoch, blockNumber })
    last ??= state
    if (state.isVoid || deps.foreignEpochs.includes(epoch)) continue
    const posted = (await findPosted(deps.database.read, state)) ?? (await fetchPosted(deps, state))
    if (!posted) {
      throw new ForeignRootsError(
        `roots of epoch ${epoch} are on chain, and neither this server nor the witness has a file of them`,
      )
    }
    if (state.confirmedAt > 0n) return { last, previous: posted.file.id, now }
  }
  return { last, previous: null, now }
}

const isDue = ({ last, now }: ChainState): boolean =>
  !last || (now >= last.postedAt + POST_INTERVAL_SECONDS && utcDayOf(now) !== utcDayOf(last.postedAt))

/** The newest stored file of an epoch, if it is still young enough to be sent. */
const readCandidate = async (deps: PostRoots, epoch: bigint, now: bigint): Promise<RootsFile | undefined> => {
  const newest = (await readFilesOf(deps.database.read, epoch)).at(-1)
  return newest && now <= newest.snapshotTime + SNAPSHOT_AGE_MAX_SECONDS ? newest : undefined
}

const buildCandidate = async (
  deps: PostRoots,
  epoch: bigint,
  { previous, now }: ChainState,
): Promise<RootsFile> => {
  const { database, foreignEpochs } = deps
  const waiting = await deps.countSuspense(database.read)
  if (waiting > 0) throw new RootsNotReadyError(`${waiting} events are not booked`)
  const ledger = await chainNow(database.read)
  // so the snapshot is also after the last post, which was 20 hours ago or more
  if (now > ledger.timestamp + SNAPSHOT_AGE_MAX_SECONDS)
    throw new RootsNotReadyError('the ledger is behind the chain by more than an hour')
  const { file } = await buildRoots(deps, { epoch, foreignEpochs, previous })
  return file
}

const send = async (deps: PostRoots, file: RootsFile): Promise<void> => {
  const books = await readBooksOf(deps.database.read, file.id)
  const { outcome } = await deps.attester.call({
    address: deps.registry,
    abi: rootRegistryAbi,
    functionName: 'post',
    args: [file.epoch, file.snapshotBlock, books],
  })
  if (outcome !== 'sent') throw new RootsNotReadyError(`the registry does not take epoch ${file.epoch}`)
}

/** Posts the next epoch when it is due. Throws `ForeignRootsError` while foreign roots are on chain. */
export const postRoots = async (deps: PostRoots): Promise<RootsFile | null> => {
  const state = await readChainState(deps)
  if (!isDue(state)) return null
  const epoch = (state.last?.epoch ?? 0n) + 1n
  const file = (await readCandidate(deps, epoch, state.now)) ?? (await buildCandidate(deps, epoch, state))
  if (file.kept > 0n || file.lifted > 0n) {
    deps.logger.error(
      { epoch: String(epoch), kept: String(file.kept), lifted: String(file.lifted) },
      'the ledger gives less than the roots must say: book the difference (ADR 0046)',
    )
  }
  await send(deps, file)
  const { lines, snapshotBlock } = file
  deps.logger.info(
    { epoch: String(epoch), lines: String(lines), snapshotBlock: String(snapshotBlock) },
    'roots were posted',
  )
  return file
}
