import type { Logger } from 'pino'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { NodeConfig } from './node-week.rules.ts'

export interface NodesDeps {
  readonly database: Database
  readonly chainId: number
  readonly contracts: ContractAddresses
  /** `Emission.startTime()`: Unix seconds. The first week is the one that contains it. */
  readonly startTime: bigint
  /** Default: docs/product.md 9. */
  readonly config?: NodeConfig | undefined
  /** Whether every claim on chain of before a time (Unix seconds) is booked to its account. */
  readonly areClaimsBooked: (reader: Reader, time: bigint) => Promise<boolean>
  readonly logger: Logger
}
