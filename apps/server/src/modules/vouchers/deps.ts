import type { Logger } from 'pino'
import type { Hex, PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { WallClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

export interface VouchersDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly chainId: number
  readonly contracts: ContractAddresses
  /**
   * The signer's key, from SECRETS_DIR, and the next one's while it is rotated; none in a process that issues
   * no vouchers.
   */
  readonly signerKeys: readonly Hex[]
  readonly now: WallClock
  readonly logger: Logger
  /**
   * Undefined: vouchers are signed even if the ledger is behind the chain. For the local chain, whose time
   * may jump.
   */
  readonly ledgerLagMaxSeconds?: bigint | undefined
}
