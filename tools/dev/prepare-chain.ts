/** Prepares the chain: the stored one, or a new one with deployed contracts. */
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { startBlocks } from './chain/clock.ts'
import { readBlock } from './chain/rpc.ts'
import { type LocalChain, startChain } from './chain/start-chain.ts'
import { chainFiles } from './chain/state-files.ts'
import { requireSameContracts } from './check-database.ts'
import { deployLocal } from './deployment/deploy-local.ts'
import type { LocalKeys } from './deployment/keys.ts'
import { type DeploymentRecord, type NetworkHistory, readRecord } from './deployment/record.ts'
import { writeWhole } from './files.ts'
import { type Settings, SetupError } from './settings.ts'

export interface PreparedChain {
  readonly chain: LocalChain
  readonly record: DeploymentRecord
}

const recordFile = (settings: Settings): string => join(settings.dataDirectory, 'deployment.json')
export const chainDirectoryOf = (settings: Settings): string => join(settings.dataDirectory, 'chain')

/**
 * Requires both state and record, or neither. A state alone is from an incomplete first start from which
 * nothing was served, so it is moved aside. A record alone means that the state was removed.
 */
const requireBothOrNone = async (settings: Settings): Promise<void> => {
  const { state } = chainFiles(chainDirectoryOf(settings))
  const hasRecord = existsSync(recordFile(settings))
  if (hasRecord === existsSync(state)) return
  if (!hasRecord) return rename(state, `${state}.unfinished`)
  throw new SetupError(
    `${state} is missing, but ${recordFile(settings)} exists. Put it back, or start from scratch: npm start -- --reset`,
  )
}

const recordOf = async (chain: LocalChain, settings: Settings): Promise<DeploymentRecord> => {
  const record = readRecord(recordFile(settings))
  const start = record && (await readBlock(chain.rpc, record.startBlock))
  if (!record || record.startBlockHash !== start?.hash) {
    throw new SetupError(
      `${recordFile(settings)} belongs to another chain. Start from scratch: npm start -- --reset`,
    )
  }
  requireSameContracts(record, settings.databaseUrl)
  return record
}

/**
 * History of a new chain. It is made before anything of the chain is stored, so that an incomplete first
 * start leaves nothing.
 */
export interface Past {
  /** Age of the contracts' deployment in the chain's time. */
  readonly ageSeconds: number
  /** Advances from there to the present. Blocks are made on demand. */
  live(prepared: PreparedChain): Promise<NetworkHistory>
}

const deploy = async (
  chain: LocalChain,
  keys: LocalKeys,
  past: Past | undefined,
): Promise<DeploymentRecord> => {
  const { url, rpc } = chain
  if (past === undefined) return deployLocal({ url, rpc, keys })
  const record = await deployLocal({ url, rpc, keys, ageSeconds: past.ageSeconds })
  return { ...record, history: await past.live({ chain, record }) }
}

/**
 * Prepares a chain for the server: contracts deployed, prices available, a block a second. `past`: for a
 * new chain.
 */
export const prepareChain = async (
  settings: Settings,
  keys: LocalKeys,
  past?: Past,
): Promise<PreparedChain> => {
  await requireBothOrNone(settings)
  const chain = await startChain({
    port: settings.chainPort,
    chainDirectory: chainDirectoryOf(settings),
    ...(past === undefined ? {} : { ageSeconds: past.ageSeconds }),
  })
  try {
    const record = chain.fresh ? await deploy(chain, keys, past) : await recordOf(chain, settings)
    await chain.keep()
    if (chain.fresh) await writeWhole(recordFile(settings), `${JSON.stringify(record, null, 2)}\n`)
    await startBlocks(chain.rpc)
    return { chain, record }
  } catch (error) {
    await chain.stop()
    throw error
  }
}
