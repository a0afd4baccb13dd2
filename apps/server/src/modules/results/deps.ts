import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ResultSource } from './result-kind.ts'

export interface ResultsDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: Pick<ContractAddresses, 'ResultRegistry'>
  /** One for each kind. */
  readonly sources: readonly ResultSource[]
  /** Folder of published results: one for each replica, or one for all. */
  readonly directory: string
  /** Sender with the attester's key; absent in a process that runs no ticks. */
  readonly attester?: Keeper | undefined
  readonly logger: Logger
}
