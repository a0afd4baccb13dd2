import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import type { Logger } from 'pino'
import type { Hex, PublicClient } from 'viem'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type ResultKind, type ResultSource, registryKind } from './result-kind.ts'
import { insertResult, lastPublished, readUnposted } from './results.ts'
import { writeResult } from './write-result.ts'

/**
 * Another file's hash is on chain: the published result differs from the announced one, which needs an
 * investigation.
 */
class ResultConflictError extends FatalError {}

export interface PublishDueDeps {
  readonly database: Database
  readonly client: PublicClient
  /** Address of the contract. */
  readonly registry: Hex
  readonly sources: readonly ResultSource[]
  /** Folder of the published files. */
  readonly directory: string
  /** Sender with the attester's key; undefined: files are written, and another process posts the hashes. */
  readonly attester: Keeper | undefined
  readonly logger: Logger
}

const NOT_POSTED = `0x${'0'.repeat(64)}`

/** The hash on chain for a week, or null. */
export const readPostedHash = async (
  client: PublicClient,
  registry: Hex,
  { kind, week }: { readonly kind: ResultKind; readonly week: bigint },
): Promise<Hex | null> => {
  const hash = await client.readContract({
    address: registry,
    abi: resultRegistryAbi,
    functionName: 'resultOf',
    args: [registryKind(kind), week],
  })
  return hash === NOT_POSTED ? null : hash
}

const postOne = async (
  { client, registry, logger }: PublishDueDeps,
  attester: Keeper,
  { kind, week, hash }: { readonly kind: ResultKind; readonly week: bigint; readonly hash: LowerHex },
): Promise<void> => {
  const posted = await readPostedHash(client, registry, { kind, week })
  if (posted === hash) return // mined, but not final yet
  if (posted !== null) {
    throw new ResultConflictError(
      `${kind}, week ${week}: ${posted} is on chain, but the file's hash is ${hash}`,
    )
  }
  const { outcome } = await attester.call({
    address: registry,
    abi: resultRegistryAbi,
    functionName: 'postResult',
    args: [registryKind(kind), week, hash],
  })
  if (outcome === 'sent') logger.info({ kind, week: String(week), hash }, 'a weekly result was posted')
  else
    throw new ResultConflictError(
      `${kind}, week ${week}: the registry does not take the hash of this attester`,
    )
}

const writeMissing = async (
  { database, directory }: PublishDueDeps,
  source: ResultSource,
  signal: AbortSignal,
): Promise<void> => {
  const { kind } = source
  for (const week of await source.closedAfter(database.read, await lastPublished(database.read, kind))) {
    if (signal.aborted) return
    const file = await writeResult(database.read, { source, directory }, week)
    await insertResult(database.single, { kind, week, ...file })
  }
}

/** Posts missing hashes; returns the conflicts that prevented it, one for each such week. */
const postMissing = async (
  deps: PublishDueDeps,
  attester: Keeper,
  { kind, signal }: { readonly kind: ResultKind; readonly signal: AbortSignal },
): Promise<ResultConflictError[]> => {
  const conflicts: ResultConflictError[] = []
  for (const file of await readUnposted(deps.database.read, kind)) {
    if (signal.aborted) return conflicts
    try {
      await postOne(deps, attester, { kind, ...file })
    } catch (error) {
      if (!(error instanceof ResultConflictError)) throw error
      conflicts.push(error)
    }
  }
  return conflicts
}

/**
 * Writes missing files of closed weeks, and posts hashes that are not on chain, oldest first. A week with
 * another hash on chain does not prevent the others from being posted; its error is thrown at the end, each
 * time.
 */
export const publishDue = async (deps: PublishDueDeps, signal: AbortSignal): Promise<void> => {
  const { attester, sources } = deps
  const conflicts: ResultConflictError[] = []
  for (const source of sources) {
    await writeMissing(deps, source, signal)
    if (attester) conflicts.push(...(await postMissing(deps, attester, { kind: source.kind, signal })))
  }
  if (conflicts[0]) throw conflicts[0]
}
