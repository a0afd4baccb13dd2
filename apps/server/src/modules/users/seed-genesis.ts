import type { Address } from 'viem'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { insertUser } from './insert-user.ts'
import { findUserByAddress, type User } from './store.ts'

/**
 * The inviter of the first users: activated without an inviter, at deployment (PRODUCT.md 9). Idempotent. If
 * the address registered before, without an inviter, it stays unchanged, and this throws.
 */
export const seedGenesis = async (
  tx: Tx,
  input: { readonly address: Address; readonly at: Date },
): Promise<User> => {
  await insertUser(tx, { address: input.address, activatedAt: input.at, at: input.at })
  const user = await findUserByAddress(tx, input.address)
  if (!user?.activatedAt) throw new FatalError(`${input.address} is a user already, and not activated`)
  return user
}
