import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Settle } from '../ledger/index.ts'
import type { PodPowerModule } from '../pod-power/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { DrPriceAt } from './reinvest.ts'
import type { NewPackage } from './seed-packages.ts'
import type { StakeBegun } from './stake.ts'

export interface PackagesDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: Pick<ContractAddresses, 'usdt' | 'dr' | 'digitalRights' | 'funding'>
  readonly prices: PriceReader
  /** The POD package is a pledge of POD power. */
  readonly podPower: Pick<PodPowerModule, 'changePledge'>
  readonly settle: Settle
  readonly drPriceAt: DrPriceAt
  readonly stakeBegun: StakeBegun
  /** What is offered; the product's own unless told. */
  readonly packages?: readonly NewPackage[] | undefined
}
