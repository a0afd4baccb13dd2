import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import type { Database } from '@dr/server/platform/database/database'
import type { PublicClient } from 'viem'

/** The two sides that must agree: the ledger, and the chain with its contracts. */
export interface Books {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
}
