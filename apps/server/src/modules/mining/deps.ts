import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
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
  /** Whether an event of a handler that names the account was settled without an order. */
  readonly wasSettled: (
    reader: Reader,
    event: { readonly handler: string; readonly account: LowerHex },
  ) => Promise<boolean>
  readonly logger: Logger
}
