import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { SettingsReader } from '../parameters/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { FindInviter } from '../users/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'

export interface PodPowerDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly prices: PriceReader
  readonly vouchers: VouchersModule
  readonly settings: SettingsReader
  readonly findInviter: FindInviter
  /** `Emission.startTime()`: Unix seconds. The first week is the one that contains it. */
  readonly startTime: bigint
  /** The weekly rules, as the app shows them. */
  readonly dividends: Pick<DividendsModule, 'rules'>
}
