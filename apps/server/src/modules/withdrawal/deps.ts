import type { VaultIndex } from '@dr/protocol/token-table'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Settle } from '../ledger/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { SecurityModule } from '../security/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'
import type { WithdrawalToken } from './withdrawal.rules.ts'

export interface WithdrawalDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly prices: PriceReader
  readonly vouchers: VouchersModule
  readonly settle: Settle
  readonly security: Pick<SecurityModule, 'checkPasswordIfSet'>
}

export interface WithdrawalRequest {
  readonly userId: UserId
  readonly account: LowerHex
  readonly vault: VaultIndex
  readonly token: WithdrawalToken
  /** Base units, gross. */
  readonly amount: bigint
}
