import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'

export interface PricesDeps {
  readonly database: Pick<Database, 'read' | 'single'>
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  /** Absent in a process that runs no ticks. */
  readonly keeper?: Keeper | undefined
  readonly logger: Logger
}
