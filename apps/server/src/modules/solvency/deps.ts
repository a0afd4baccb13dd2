import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { MiningModule } from '../mining/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { WithdrawalModule } from '../withdrawal/index.ts'

export interface SolvencyDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly mining: MiningModule
  readonly withdrawal: WithdrawalModule
  readonly prices: PriceReader
  readonly dividends: Pick<DividendsModule, 'power'>
  readonly logger: Logger
  readonly registry: Registry
}
