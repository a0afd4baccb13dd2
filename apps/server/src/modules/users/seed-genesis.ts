import type { Reader, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { insertUser } from './insert-user.ts'
import { findUserByAddress, type User } from './store.ts'

/**
 * Creates the inviter of the first users, who is activated without an inviter, at deployment (docs/product.md
 * 9). Idempotent. Throws if the address registered before without an inviter, and leaves it unchanged.
 */
export const seedGenesis = async (
  tx: Tx,
  input: { readonly address: LowerHex; readonly at: Date },
): Promise<User> => {
  await insertUser(tx, { address: input.address, activatedAt: input.at, at: input.at })
  const user = await findUserByAddress(tx, input.address)
  if (!user?.activatedAt) throw new FatalError(`${input.address} is a user already, and not activated`)
  return user
}

/** The address of the first genesis account, lower case; undefined in a new database. */
export const findGenesis = async (reader: Reader): Promise<LowerHex | undefined> => {
  const { rows } = await reader.query<{ address: LowerHex }>({
    text: `SELECT address FROM users WHERE activated_at IS NOT NULL AND inviter_id IS NULL ORDER BY id LIMIT 1`,
  })
  return rows[0]?.address
}
