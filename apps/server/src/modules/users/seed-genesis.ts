import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { insertUser } from './insert-user.ts'
import { findUserByAddress, type User } from './store.ts'

/**
 * The account the first users are brought by: activated with no inviter, at deployment (PRODUCT.md 9). Repeating it
 * changes nothing. An address that registered by itself before, without an inviter, is left as it is, and refused.
 */
export const seedGenesis = async (
  tx: Tx,
  input: { readonly address: `0x${string}`; readonly at: Date },
): Promise<User> => {
  await insertUser(tx, { address: input.address, activatedAt: input.at, at: input.at })
  const user = await findUserByAddress(tx, input.address)
  if (!user?.activatedAt) throw new FatalError(`${input.address} is a user already, and not activated`)
  return user
}
