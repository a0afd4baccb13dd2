import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Settle } from '../ledger/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'
import type { DrPriceAt } from './reinvest.ts'
import type { NewPackage } from './seed-packages.ts'
import type { StakeBegun } from './stake.ts'

/** A holder's POD power as a pledge leaves it, base units (pod-power). */
interface Pledge {
  readonly pledged: bigint
  readonly leaving: bigint
  readonly staying: bigint
  readonly joining: bigint
  readonly unpledged: bigint
  /** The Monday from which the change counts, Unix seconds. */
  readonly effectiveFrom: bigint
}

interface PledgeChange {
  readonly userId: UserId
  readonly action: 'pledge' | 'unpledge'
  /** Base units of POD power. */
  readonly units: bigint
}

/** What packages ask of POD power: the POD package is its pledge. Wired in `bin`. */
interface PodPower {
  /** Throws POD_POWER_TOO_LOW (20005). */
  changePledge(change: PledgeChange): Promise<Pledge>
  /** What waits for the week's end, base units; `until` in Unix seconds. */
  pledgeLocks(userId: UserId): Promise<{ joining: bigint; leaving: bigint; until: bigint }>
}

/** What packages ask of transfers, for the list of locks. Wired in `bin`. */
export interface WaitingTransfer {
  readonly id: string
  readonly vault: 0 | 1 | 2
  readonly token: 'USDT' | 'DR'
  readonly amount: bigint
  /** Unix seconds. */
  readonly availableAt: bigint
}

export interface PackagesDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: Pick<ContractAddresses, 'usdt' | 'dr' | 'digitalRights' | 'funding'>
  readonly prices: PriceReader
  readonly podPower: PodPower
  readonly vouchers: Pick<VouchersModule, 'openOrders'>
  /** What a user received from others and cannot use yet, the soonest first. */
  waitingTransfers(reader: Reader, userId: UserId): Promise<readonly WaitingTransfer[]>
  readonly settle: Settle
  readonly drPriceAt: DrPriceAt
  readonly stakeBegun: StakeBegun
  /** What is offered; the product's own unless told. */
  readonly packages?: readonly NewPackage[] | undefined
}
