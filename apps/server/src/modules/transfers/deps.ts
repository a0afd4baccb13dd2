import type { AccountDomain } from '@dr/protocol/account-typed-data'
import type { Database } from '../../platform/database/database.ts'
import type { Settle } from '../ledger/index.ts'
import type { SecurityModule } from '../security/index.ts'

export interface TransfersDeps {
  readonly database: Database
  readonly security: Pick<SecurityModule, 'requirePasswordSet' | 'checkPassword' | 'signing'>
  /** EIP-712 domain of signatures about an account. */
  readonly domain: AccountDomain
  readonly settle: Settle
}
