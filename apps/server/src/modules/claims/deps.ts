import type { Proof } from '@dr/protocol/roots/proof'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { DividendsModule } from '../dividends/index.ts'
import type { Settle } from '../ledger/index.ts'
import type { MiningModule } from '../mining/index.ts'
import type { NodesModule } from '../nodes/index.ts'
import type { PriceReader } from '../prices/index.ts'
import type { SecurityModule } from '../security/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'

/** Parts that a transfer's call is prepared with. */
export interface TransferDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly prices: Pick<PriceReader, 'newestBlock'>
  readonly security: Pick<SecurityModule, 'requirePasswordSet' | 'checkPasswordIfSet'>
  readonly settle: Settle
  /** The account's proof in the newest final epoch in which it has a line in that book. */
  readonly finalProofOf: (book: {
    readonly account: LowerHex
    readonly vault: VaultIndex
    readonly token: PayoutToken
  }) => Promise<Proof | undefined>
}

export interface ClaimsDeps extends TransferDeps {
  readonly vouchers: Pick<VouchersModule, 'endOrders'>
  readonly mining: Pick<MiningModule, 'collectAll'>
  readonly dividends: Pick<DividendsModule, 'receiveKept'>
  readonly nodes: Pick<NodesModule, 'receiveIncome' | 'stakeEnded'>
  /** Whether an event that names the account is in suspense. */
  readonly hasSuspended: (reader: Reader, account: LowerHex) => Promise<boolean>
  readonly logger: Logger
  readonly registry: Registry
}
