import type { Logger } from 'pino'
import type { Hex, PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'

export interface GameDeps {
  readonly database: Database
  readonly client: PublicClient
  readonly chainId: number
  readonly contracts: Pick<ContractAddresses, 'DigitDraw' | 'DR'>
  /**
   * False by default (docs/product.md 10): its calls return FEATURE_OFF, and no round is opened. Earlier
   * rounds are settled.
   */
  readonly on: boolean
  /**
   * In the process that runs ticks: the sender with the drawer's key, and the key, which derives the secrets.
   */
  readonly drawer: { readonly sender: Keeper; readonly key: Hex } | undefined
  readonly logger: Logger
}
