import type { Database } from '../../platform/database/database.ts'
import type { Settle } from '../ledger/index.ts'
import type { MiningModule } from '../mining/index.ts'
import type { WithdrawalModule } from '../withdrawal/index.ts'

export interface AccountsDeps {
  readonly database: Database
  readonly mining: Pick<MiningModule, 'accruedOf'>
  readonly withdrawal: Pick<WithdrawalModule, 'usedUsd'>
  readonly settle: Settle
}
