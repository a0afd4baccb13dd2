import type { Reader } from '../../../platform/database/database.ts'
import { findInviter } from '../store.ts'
import { readInviterName } from '../users.rules.ts'

/**
 * The user of `name` (code or address, in any case) whose invitation can be accepted. Null both for an
 * unknown name and for a user who is not activated: a public response must not reveal who is registered (ADR
 * 0006).
 */
export const findActiveInviter = async (
  reader: Reader,
  name: string,
): Promise<{ readonly address: string; readonly inviteCode: string } | null> => {
  const user = await findInviter(reader, readInviterName(name))
  if (user === undefined || user.activatedAt === null) return null
  return { address: user.address, inviteCode: user.inviteCode }
}
