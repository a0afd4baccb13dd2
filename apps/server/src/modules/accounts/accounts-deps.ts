import type { Database, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { MiningModule } from '../mining/index.ts'
import type { WithdrawalModule } from '../withdrawal/index.ts'

export interface AccountsDeps {
  readonly database: Database
  readonly mining: Pick<MiningModule, 'accruedOf'>
  readonly withdrawal: Pick<WithdrawalModule, 'usedUsd'>
  /** Credits a user's dividends of closed weeks. */
  creditDividends(tx: Tx, userId: UserId): Promise<void>
  /** Makes usable what was received from another user long enough ago. */
  releaseTransfers(tx: Tx, userId: UserId): Promise<void>
}
