import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { WallClock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { WithdrawalModule } from '../withdrawal/index.ts'

export interface OperatorDeps {
  readonly database: Database
  readonly contracts: ContractAddresses
  /** Wallets of operators, lower case. */
  readonly operators: ReadonlySet<string>
  readonly withdrawal: Pick<WithdrawalModule, 'readReserves' | 'burnFreeBalances'>
  /** Number of events in the indexer's suspense. */
  readonly countSuspense: (reader: Reader) => Promise<number>
  /** Wall time, for the audit log. */
  readonly now: WallClock
}

/** The operator and the request of a change, for the audit log. */
export interface Actor {
  readonly operator: LowerHex
  readonly requestId: string
  readonly at: Date
}
