import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Settle } from '../ledger/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { StakeBegun } from './position/stake.ts'
import type { NewPackage } from './terms/seed-packages.ts'

/** POD power as packages use it: the POD package is its pledge. Amounts in base units of POD power. */
interface PodPower {
  /** Throws POD_POWER_TOO_LOW (20005). */
  changePledge(change: {
    readonly userId: UserId
    readonly action: 'pledge' | 'unpledge'
    readonly units: bigint
  }): Promise<{
    readonly pledged: bigint
    readonly leaving: bigint
    readonly staying: bigint
    readonly joining: bigint
    readonly unpledged: bigint
    /** The Monday from which the change counts, Unix seconds. */
    readonly effectiveFrom: bigint
  }>
}

export interface PackagesDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: Pick<
    ContractAddresses,
    'USDT' | 'DR' | 'DigitalRights' | 'Funding' | 'withdrawalVaults'
  >
  readonly prices: PriceReader
  readonly podPower: PodPower
  readonly settle: Settle
  readonly stakeBegun: StakeBegun
  /** Packages on offer; default: DEFAULT_PACKAGES. */
  readonly packages?: readonly NewPackage[] | undefined
}
