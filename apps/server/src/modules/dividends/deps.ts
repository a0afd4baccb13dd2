import type { Logger } from 'pino'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { NodesModule } from '../nodes/index.ts'
import type { DividendConfig } from './week/close-week.rules.ts'

export interface DividendsDeps {
  readonly database: Database
  readonly chainId: number
  readonly contracts: ContractAddresses
  /** `Emission.startTime()`: Unix seconds. The first week is the one that contains it. */
  readonly startTime: bigint
  /** Default: docs/product.md 7. */
  readonly config?: DividendConfig | undefined
  /** The node vault's part of a funding. */
  readonly nodes: Pick<NodesModule, 'receiveIncome'>
  readonly logger: Logger
}
