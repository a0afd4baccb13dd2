import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import type { Logger } from 'pino'
import { type PublicClient, stringToHex } from 'viem'
import type { Database } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { Keeper } from '../../platform/keeper.ts'
import { type PublishDeps, writeResult } from './publish-result.ts'
import { insertResult, readUnposted, readUnpublished } from './results.ts'

type Hex = `0x${string}`

/** What the registry calls the results of the dividend pool. */
export const RESULT_KIND: Hex = stringToHex('dividends', { size: 32 })

/** Another file's hash stands on chain: the published result is not the one that was announced. Somebody has to look. */
export class ResultConflictError extends FatalError {}

export interface PublishDueDeps extends PublishDeps {
  readonly database: Database
  readonly client: PublicClient
  /** Of the attester's key; none: files are written, hashes are posted by another process. */
  readonly attester: Keeper | undefined
  readonly logger: Logger
}

const NOT_POSTED = `0x${'0'.repeat(64)}`

const postOne = async (
  { client, origin, logger }: PublishDueDeps,
  attester: Keeper,
  { week, hash }: { readonly week: bigint; readonly hash: Hex },
): Promise<void> => {
  const registry = { address: origin.contracts.resultRegistry, abi: resultRegistryAbi } as const
  const standing = await client.readContract({
    ...registry,
    functionName: 'resultOf',
    args: [RESULT_KIND, week],
  })
  if (standing === hash) return // mined already, and not final yet
  if (standing !== NOT_POSTED) {
    throw new ResultConflictError(`week ${week}: ${standing} stands on chain, the file's hash is ${hash}`)
  }
  const { outcome } = await attester.call({
    ...registry,
    functionName: 'postResult',
    args: [RESULT_KIND, week, hash],
  })
  if (outcome === 'sent') logger.info({ week: String(week), hash }, 'a weekly result was posted')
  else throw new ResultConflictError(`week ${week}: the registry does not take the hash of this attester`)
}

/**
 * Writes the file of every closed week that has none, and posts every hash that does not stand on chain, oldest first. A week
 * whose place is taken by another hash keeps none of the others from being posted; it is thrown at the end, each time.
 */
export const publishDue = async (deps: PublishDueDeps, signal: AbortSignal): Promise<void> => {
  const { database, attester } = deps
  for (const week of await readUnpublished(database.read)) {
    if (signal.aborted) return
    const file = await writeResult(database.read, deps, week)
    await insertResult(database.single, { week, ...file })
  }
  if (!attester) return
  const conflicts: ResultConflictError[] = []
  for (const file of await readUnposted(database.read)) {
    if (signal.aborted) return
    try {
      await postOne(deps, attester, file)
    } catch (error) {
      if (!(error instanceof ResultConflictError)) throw error
      conflicts.push(error)
    }
  }
  if (conflicts[0]) throw conflicts[0]
}
