/** Reads and locks of the security module. */

import type { Reader, Tx } from '../../platform/database/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { UserId } from '../../platform/ids.ts'

export interface AccountSecurity {
  readonly email: string | null
  readonly emailReplacedAt: Date | null
  readonly passwordHash: string | null
  readonly passwordSetAt: Date | null
}

const NOTHING: AccountSecurity = {
  email: null,
  emailReplacedAt: null,
  passwordHash: null,
  passwordSetAt: null,
}

const SELECT = `SELECT email, email_replaced_at AS "emailReplacedAt", password_hash AS "passwordHash",
  password_set_at AS "passwordSetAt" FROM account_security WHERE user_id = $1`

export const readSecurity = async (reader: Reader, userId: UserId): Promise<AccountSecurity> => {
  const { rows } = await reader.query<AccountSecurity>({
    name: 'security_read',
    text: SELECT,
    values: [userId],
  })
  return rows[0] ?? NOTHING
}

/** The account's row, created if missing, locked until the transaction ends to serialize changes. */
export const lockSecurity = async (tx: Tx, userId: UserId): Promise<AccountSecurity> => {
  await tx.query({
    name: 'security_open',
    text: 'INSERT INTO account_security (user_id) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [userId],
  })
  const { rows } = await tx.query<AccountSecurity>({
    name: 'security_lock',
    text: `${SELECT} FOR UPDATE`,
    values: [userId],
  })
  return rows[0] ?? NOTHING
}

/** Times at which codes were sent to a user within a day. */
export const codesSentTo = async (reader: Reader, userId: UserId, now: Date): Promise<Date[]> => {
  const { rows } = await reader.query<{ sent_at: Date }>({
    name: 'security_codes_of_user',
    text: 'SELECT sent_at FROM email_code WHERE user_id = $1 AND sent_at > $2',
    values: [userId, new Date(now.getTime() - DAY_MS)],
  })
  return rows.map((row) => row.sent_at)
}

/** Flags for the profile: whether each is set, not its value. */
export const securityFlags = async (
  reader: Reader,
  userId: UserId,
): Promise<{ readonly paymentPassword: boolean; readonly email: boolean }> => {
  const { email, passwordHash } = await readSecurity(reader, userId)
  return { paymentPassword: passwordHash !== null, email: email !== null }
}
