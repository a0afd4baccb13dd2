import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { NodesModule } from '../nodes/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'

export interface SwapDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly prices: PriceReader
  readonly vouchers: VouchersModule
  readonly dividends: Pick<DividendsModule, 'receiveFees'>
  readonly nodes: Pick<NodesModule, 'receiveIncome'>
  /** Absent in a process that runs no ticks. */
  readonly keeper?: Keeper | undefined
  /** Schedule of the keeper's flushes of the fees: seconds, or a cron pattern. */
  readonly feeFlushSchedule: number | string
  readonly logger: Logger
  readonly registry: Registry
}
