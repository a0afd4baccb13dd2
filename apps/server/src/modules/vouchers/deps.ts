import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { WallClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { VoucherSigner } from './signing/voucher-signer.ts'

export interface VouchersDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly chainId: number
  readonly contracts: ContractAddresses
  /** Signs issued vouchers; `NO_SIGNER` in a process that issues none. */
  readonly signer: VoucherSigner
  readonly now: WallClock
  readonly logger: Logger
  /**
   * Undefined: vouchers are signed even if the ledger is behind the chain. For the local chain, whose time
   * may jump.
   */
  readonly ledgerLagMaxSeconds?: bigint | undefined
}
