import { createHash } from 'node:crypto'
import { readArtifact } from '@dr/contracts/artifacts'
import { configuredContracts } from '@dr/contracts/configured-contracts'
import type { Deployment } from '@dr/contracts/deploy'
import { CONTRACT_NAMES } from '@dr/contracts/names'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import { contractsSchema } from '@dr/server/platform/config/config'
import type { Address } from 'viem'
import { readJson } from '../files.ts'

/** DATA_DIR/deployment.json: configuration of server and app; production uses the same format. */
export interface DeploymentRecord {
  readonly chainId: number
  /** Block before the first deployment. */
  readonly startBlock: number
  /**
   * Hash of that block, which identifies a local chain. (Not block 0: Anvil makes a new one at each load.)
   */
  readonly startBlockHash: string
  /** Hash of the deployed bytecode: the server cannot use a chain with other contracts than the sources. */
  readonly codeHash: string
  readonly contracts: ContractAddresses
  /** Generated history of a demo network. */
  readonly history?: NetworkHistory
}

export interface NetworkHistory {
  readonly accounts: number
  /** Days from the deployment to the end of the history. */
  readonly days: number
}

/** Hash of the bytecode built by Forge; comments do not change it. */
export const codeHash = (): string => {
  const hash = createHash('sha256')
  for (const name of CONTRACT_NAMES) hash.update(`${name} ${readArtifact(name).bytecode}\n`)
  return hash.digest('hex')
}

/** Converts the deploy library's names into the public configuration's. */
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
