import type { Logger } from 'pino'
import type { Hex, PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'
import type { NewProduct } from './stock/seed-products.ts'

export interface MiningDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly prices: PriceReader
  readonly vouchers: VouchersModule
  /** `Emission.startTime()`: Unix seconds. */
  readonly startTime: bigint
  readonly products?: readonly NewProduct[] | undefined
  /** Absent in a process that runs no ticks. */
  readonly keeper?: Keeper | undefined
  readonly releaseIntervalSeconds: number
  readonly dividends: Pick<DividendsModule, 'power' | 'lastWeekPerUnit'>
  /** Logs of a handler's events that name the account and were settled without an order. */
  readonly settledLogs: (
    reader: Reader,
    event: { readonly handler: string; readonly account: LowerHex },
  ) => Promise<readonly { readonly topics: readonly Hex[]; readonly data: Hex }[]>
  readonly logger: Logger
}
