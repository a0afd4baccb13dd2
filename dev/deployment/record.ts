import type { Deployment } from '@dr/contracts/deploy'
import { type Contracts, contractsSchema } from '@dr/server/platform/config'
import { readJson } from '../files.ts'

/** DATA_DIR/deployment.json: what server and app are configured with; the server reads the same form in production. */
export interface DeploymentRecord {
  readonly chainId: number
  /** Block before the first deployment. */
  readonly startBlock: number
  /** Hash of that block: which local chain this is. (Block 0 won't do: Anvil makes a new one each time it loads.) */
  readonly startBlockHash: string
  readonly contracts: Contracts
}

/** The deploy library's names → the public configuration's. */
export const toRecord = (input: {
  readonly deployment: Deployment
  readonly treasury: `0x${string}`
  readonly startBlockHash: string
}): DeploymentRecord => {
  const { chainId, startBlock, contracts } = input.deployment
  return {
    chainId,
    startBlock,
    startBlockHash: input.startBlockHash,
    contracts: contractsSchema.parse({
      DigitalRights: contracts.digitalRights,
      withdrawalVaults: [contracts.withdrawalVault0],
      Emission: contracts.emission,
      PriceOracle: contracts.priceOracle,
      USDT: contracts.usdt,
      USDR: contracts.usdr,
      DR: contracts.dr,
      DRGV: contracts.drgv,
      timelock: contracts.adminTimelock,
      treasury: input.treasury,
      pairs: { DR: contracts.drUsdtPair, DRGV: contracts.drgvUsdtPair },
    }),
  }
}

export const readRecord = (path: string): DeploymentRecord | undefined => readJson<DeploymentRecord>(path)
