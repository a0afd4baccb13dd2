import type { Database } from '../../platform/database/database.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { Settle } from '../ledger/index.ts'
import type { MiningModule } from '../mining/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'
import type { WithdrawalModule } from '../withdrawal/index.ts'

export interface AccountsDeps {
  readonly database: Database
  readonly mining: Pick<MiningModule, 'accruedOf'>
  readonly withdrawal: Pick<WithdrawalModule, 'usedUsd'>
  readonly dividends: Pick<DividendsModule, 'power'>
  readonly vouchers: Pick<VouchersModule, 'openOrders'>
  readonly settle: Settle
}
