import { createHash } from 'node:crypto'
import { readArtifact } from '@dr/contracts/artifacts'
import { configuredContracts } from '@dr/contracts/configured-contracts'
import type { Deployment } from '@dr/contracts/deploy'
import { CONTRACT_NAMES } from '@dr/contracts/names'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import { contractsSchema } from '@dr/server/platform/config/config'
import type { Address } from 'viem'
import { readJson } from '../files.ts'

/**
 * DATA_DIR/deployment.json: what server and app are configured with; the server reads the same form in
 * production.
 */
export interface DeploymentRecord {
  readonly chainId: number
  /** Block before the first deployment. */
  readonly startBlock: number
  /**
   * Hash of that block: which local chain this is. (Block 0 won't do: Anvil makes a new one each time it
   * loads.)
   */
  readonly startBlockHash: string
  /**
   * Of the bytecode that was deployed: a chain with other contracts than the sources' is of no use to the
   * server.
   */
  readonly codeHash: string
  readonly contracts: ContractAddresses
  /** Of a demo network: what a script has done on it before it was served. */
  readonly history?: NetworkHistory
}

export interface NetworkHistory {
  readonly accounts: number
  /** From the deployment to the end of the script. */
  readonly days: number
}

/** Hash of the bytecode that Forge has built; a changed comment changes nothing. */
export const codeHash = (): string => {
  const hash = createHash('sha256')
  for (const name of CONTRACT_NAMES) hash.update(`${name} ${readArtifact(name).bytecode}\n`)
  return hash.digest('hex')
}

/** The deploy library's names → the public configuration's. */
export const toRecord = (input: {
  readonly deployment: Deployment
  readonly treasury: Address
  readonly startBlockHash: string
}): DeploymentRecord => {
  const { chainId, startBlock } = input.deployment
  return {
    chainId,
    startBlock,
    startBlockHash: input.startBlockHash,
    codeHash: codeHash(),
    contracts: contractsSchema.parse(configuredContracts(input.deployment, input.treasury)),
  }
}

export const readRecord = (path: string): DeploymentRecord | undefined => readJson<DeploymentRecord>(path)
