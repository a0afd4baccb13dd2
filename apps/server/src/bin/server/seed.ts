import type { PublicClient } from 'viem'
import { findUserByAddress, seedGenesis, type User } from '../../modules/users/index.ts'
import { dateOfUnix } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { Composition } from '../compose-modules.ts'

/**
 * Rows that a new database needs before its first user: products, and the genesis account at the chain's time.
 * Idempotent.
 */
export const seed = async (input: {
  readonly database: Database
  readonly client: PublicClient
  readonly composition: Composition
  readonly genesisAddress: LowerHex
}): Promise<User> => {
  const { database, client, composition, genesisAddress } = input
  await database.transaction((tx) => composition.seed(tx))
  const known = await findUserByAddress(database.read, genesisAddress)
  if (known?.activatedAt) return known
  const { timestamp } = await client.getBlock({ blockTag: 'finalized' })
  return database.transaction((tx) => seedGenesis(tx, { address: genesisAddress, at: dateOfUnix(timestamp) }))
}
