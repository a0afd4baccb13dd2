import { EMAIL_CODE_TRIES } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { hashCode, isSameHash } from './code-hash.ts'
import type { SecurityDeps } from './deps.ts'
import type { CodePurpose } from './emails.ts'

interface EnteredCode {
  readonly userId: UserId
  readonly purpose: CodePurpose
  /** The mailbox of the code. */
  readonly email: string
  readonly code: string
}

const refuse = (details: { readonly reason: string; readonly triesLeft?: number }) =>
  new AppError('EMAIL_CODE_INVALID', { details })

/**
 * Counts a try of the newest code of that purpose, then compares it; returns its id if it is right. The
 * caller's action uses it up (`useUpCode`), once. Throws 1011: none, expired or too many tries (`expired`),
 * or different (`wrong`).
 */
export const tryCode = async (
  { database, pepper, now }: SecurityDeps,
  entered: EnteredCode,
): Promise<{ readonly codeId: bigint }> => {
  const { userId, purpose, email } = entered
  const { rows } = await database.single.query<{ id: bigint; code_hash: string; tries: number }>({
    name: 'security_try_code',
    text: `UPDATE email_code SET tries = tries + 1
      WHERE id = (SELECT id FROM email_code WHERE user_id = $1 AND purpose = $2 ORDER BY id DESC LIMIT 1)
        AND email = $3 AND used_at IS NULL AND expires_at > $4 AND tries < $5
      RETURNING id, code_hash, tries`,
    values: [userId, purpose, email, now(), EMAIL_CODE_TRIES],
  })
  const [row] = rows
  if (!row) throw refuse({ reason: 'expired' })
  if (isSameHash(row.code_hash, hashCode(pepper(), entered))) return { codeId: row.id }
  throw refuse({ reason: 'wrong', triesLeft: EMAIL_CODE_TRIES - row.tries })
}

/** Uses a code up: of two concurrent requests with it only one succeeds. */
export const useUpCode = async (tx: Tx, { codeId, now }: { codeId: bigint; now: Date }): Promise<void> => {
  const { rowCount } = await tx.query({
    name: 'security_use_code',
    text: 'UPDATE email_code SET used_at = $2 WHERE id = $1 AND used_at IS NULL',
    values: [codeId, now],
  })
  if (rowCount !== 1) throw refuse({ reason: 'expired' })
}
