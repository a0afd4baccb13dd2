/**
 * Checks that the database fits the chain before anything is served. A chain that lost its last blocks (a
 * power cut, a killed supervisor) can be behind the database, which then has events that never happened.
 */
import { readChainClock } from '@dr/server/platform/chain/chain-clock'
import type { Database } from '@dr/server/platform/database/database'
import { MigrationMismatchError } from '@dr/server/platform/database/migration/migrate'
import { type Rpc, readBlock } from './chain/rpc.ts'
import { codeHash, type DeploymentRecord } from './deployment/record.ts'
import { SetupError } from './settings.ts'

const OFFER =
  'Start from scratch with: npm start -- --reset   (the existing data is moved aside in DATA_DIR; nothing is deleted)'
const OFFER_POSTGRES =
  'Start from scratch with: npm start -- --reset=<database>   (deletes everything in that database)'

const offerFor = (databaseUrl: string | undefined): string =>
  databaseUrl === undefined ? OFFER : OFFER_POSTGRES

/** @throws SetupError with the offer to reset, if `start` finds a database of another version. */
export const requireSameSchema = async <Started>(
  databaseUrl: string | undefined,
  start: () => Promise<Started>,
): Promise<Started> => {
  try {
    return await start()
  } catch (cause) {
    if (!(cause instanceof MigrationMismatchError)) throw cause
    throw new SetupError(
      'The database was made by another version of this program, and nothing is carried over before the first release.\n' +
        offerFor(databaseUrl),
      { cause },
    )
  }
}

/** @throws SetupError with the offer to reset, if the chain has other contracts than the sources. */
export const requireSameContracts = (
  record: Pick<DeploymentRecord, 'codeHash'>,
  databaseUrl: string | undefined,
): void => {
  if (record.codeHash === codeHash()) return
  throw new SetupError(
    'Another version of this program made the local chain: its contracts differ, and contracts on a chain never change.\n' +
      offerFor(databaseUrl),
  )
}

/** @throws SetupError with the offer to reset, if the database has blocks that this chain lacks. */
export const requireSameHistory = async (
  database: Database,
  { rpc, databaseUrl }: { readonly rpc: Rpc; readonly databaseUrl: string | undefined },
): Promise<void> => {
  const clock = await readChainClock(database.read)
  if (!clock) return
  const number = Number(clock.blockNumber)
  const block = await readBlock(rpc, number)
  if (block?.hash.toLowerCase() === clock.hash.toLowerCase()) return
  const latest = await readBlock(rpc, 'latest')
  const what =
    block === undefined
      ? `the chain ends at block ${latest?.number}, the database has already seen block ${number}`
      : `block ${number} of the chain is not the block that the database has seen`
  throw new SetupError(
    `The local chain is behind its database: ${what}.\n` +
      `That happens when the chain was stopped without being saved (a power cut, kill -9 of its supervisor).\n` +
      offerFor(databaseUrl),
  )
}
