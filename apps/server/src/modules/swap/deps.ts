import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReceiveNodeIncome } from '../nodes/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'
import type { ExchangeReader } from './exchange-state.ts'
import type { ReceiveFees } from './record-flush.ts'

export interface SwapDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly prices: PriceReader
  readonly vouchers: VouchersModule
  readonly exchange: ExchangeReader
}

export interface SwapModuleDeps extends Omit<SwapDeps, 'exchange'> {
  /** The dividend pool's (wired in `bin`): swaps know nothing of dividends. */
  readonly receiveFees: ReceiveFees
  /** The node pool's, likewise. */
  readonly receiveNodeIncome: ReceiveNodeIncome
  /** None in a process that runs no ticks. */
  readonly keeper?: Keeper | undefined
  /** How often our keeper flushes the fees: seconds, or a cron pattern. */
  readonly feeFlushSchedule: number | string
  readonly logger: Logger
}
