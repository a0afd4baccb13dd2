import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { Settle } from '../ledger/index.ts'
import type { MiningModule } from '../mining/index.ts'
import type { NodesModule } from '../nodes/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'

export interface ClaimsDeps {
  readonly database: Database
  readonly contracts: ContractAddresses
  readonly vouchers: Pick<VouchersModule, 'endOrders'>
  readonly mining: Pick<MiningModule, 'collectAll'>
  readonly dividends: Pick<DividendsModule, 'receiveKept'>
  readonly nodes: Pick<NodesModule, 'receiveIncome' | 'stakeEnded'>
  readonly settle: Settle
  /** Whether an event that names the account is in suspense. */
  readonly hasSuspended: (reader: Reader, account: LowerHex) => Promise<boolean>
  readonly logger: Logger
  readonly registry: Registry
}
