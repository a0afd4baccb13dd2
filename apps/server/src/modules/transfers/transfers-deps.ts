import type { AccountDomain } from '@dr/protocol/account-typed-data'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { SecurityModule } from '../security/index.ts'

export interface TransfersDeps {
  readonly database: Database
  readonly security: Pick<SecurityModule, 'requirePasswordSet' | 'checkPassword' | 'signing'>
  /** Of what wallets sign about their account. */
  readonly domain: AccountDomain
  /** Credits a user's dividends of closed weeks, before anything leaves the deflation account. */
  creditDividends(tx: Tx, userId: UserId): Promise<void>
}
