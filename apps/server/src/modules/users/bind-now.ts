import { chainNow } from '../../platform/chain-clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { isConflict } from '../../platform/database/errors.ts'
import { isRetryable } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { bindInviter } from './bind-inviter.ts'
import { readInviterName } from './users.rules.ts'

interface Binding {
  readonly userId: UserId
  readonly inviteCode: string
}

/** In one statement; `undefined` where something stands in the way, whatever it is: nothing was done then. */
const bindAtOnce = async (tx: Tx, { userId, inviteCode }: Binding): Promise<`0x${string}` | undefined> => {
  const name = readInviterName(inviteCode)
  if (name.by === 'nothing') return undefined
  const { rows } = await tx.query<{ inviter: `0x${string}` | null }>({
    name: 'users.bind-at-once',
    text: 'SELECT bind_inviter($1, $2, $3) AS inviter',
    values: [userId, name.by === 'address' ? name.address : null, name.by === 'code' ? name.code : null],
  })
  return rows[0]?.inviter ?? undefined
}

/**
 * Binds by the one clock, in a transaction of its own, and answers the inviter's address. Nearly everybody who binds may:
 * that takes one statement. Where it does nothing, `bindInviter` looks closely, and says what is wrong.
 */
export const bindNow = async (database: Database, binding: Binding): Promise<`0x${string}`> => {
  const inviter = await bindAtOnce(database.single, binding).catch((error: unknown) => {
    if (isConflict(error) || isRetryable(error)) return undefined
    throw error
  })
  if (inviter !== undefined) return inviter
  const { inviter: found } = await database.transaction(async (tx) => {
    const { at } = await chainNow(tx)
    return bindInviter(tx, { ...binding, at })
  })
  return found.address
}
