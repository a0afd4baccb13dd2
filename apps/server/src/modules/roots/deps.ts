import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { AccruedReader } from './read-accounts.ts'

export interface RootsDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly chainId: number
  readonly contracts: Pick<ContractAddresses, 'RootRegistry' | 'withdrawalVaults' | 'DR' | 'USDT'>
  /** DR that users' machines have earned and not collected. */
  readonly mining: { readonly accruedOfMany: AccruedReader }
  /** Number of events that are not booked. */
  readonly countSuspense: (reader: Reader) => Promise<number>
  /** Addresses in events that are not booked. */
  readonly suspendedAccounts: (reader: Reader) => Promise<readonly LowerHex[]>
  /** Sender with the attester's key, and its address; undefined: this process posts no roots. */
  readonly attester: { readonly sender: Keeper; readonly address: LowerHex } | undefined
  /** Epochs on chain that the operator has declared to be another's. */
  readonly foreignEpochs: readonly bigint[]
  /** Origin of the witness's files, from which lost ones are fetched; undefined: none are. */
  readonly witnessUrl: string | undefined
  readonly dataDirectory: string
  readonly logger: Logger
  readonly registry: Registry
}
