import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type UserId, userIdOf } from '../../platform/ids.ts'
import { INVITE_CODE_LENGTH, inviteCodeFrom } from './users.rules.ts'

/** Existing codes are drawn again; of 2^40 that happens about once in a million users. */
const CODE_ATTEMPTS_MAX = 8

/** Inserts a user with a new invitation code; undefined if the address is registered already. */
export const insertUser = async (
  tx: Tx,
  input: { readonly address: LowerHex; readonly activatedAt: Date | null; readonly at: Date },
): Promise<UserId | undefined> => {
  for (let attempt = 0; attempt < CODE_ATTEMPTS_MAX; attempt++) {
    const code = inviteCodeFrom(randomBytes(INVITE_CODE_LENGTH))
    const { rows } = await tx.query<{ id: bigint }>({
      name: 'users_insert',
      text: `INSERT INTO users (address, invite_code, activated_at, registered_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING RETURNING id`,
      values: [input.address, code, input.activatedAt, input.at],
    })
    if (rows[0]) return userIdOf(rows[0].id)
    const known = await tx.query({
      name: 'users_is_known',
      text: 'SELECT 1 FROM users WHERE address = $1',
      values: [input.address],
    })
    if (known.rows.length > 0) return undefined
  }
  throw new FatalError(`no free invitation code in ${CODE_ATTEMPTS_MAX} draws`)
}
