import type { ResponseOf } from '@dr/protocol/call'
import type { securityState as securityStateCall } from '@dr/protocol/calls/security'
import { PAYMENT_PASSWORD_TRIES } from '@dr/protocol/constants'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { codeAllowance } from './codes.rules.ts'
import { accountScope } from './count-tries.ts'
import { resetAllowedAt } from './reset.rules.ts'
import { codesSentTo, readSecurity } from './store.ts'

const triesOf = async (reader: Reader, userId: UserId, now: Date) => {
  const { rows } = await reader.query<{ tries: number; ends_at: Date }>({
    name: 'security_tries',
    text: 'SELECT tries, ends_at FROM password_try WHERE scope = $1 AND ends_at > $2',
    values: [accountScope(userId), now],
  })
  const [row] = rows
  return {
    triesLeft: Math.max(0, PAYMENT_PASSWORD_TRIES - (row?.tries ?? 0)),
    triesResetAt: row && row.tries > 0 ? row.ends_at.toISOString() : null,
  }
}

/** The state for a user's own settings page. */
export const securityState = async (
  reader: Reader,
  { userId, now }: { readonly userId: UserId; readonly now: Date },
): Promise<ResponseOf<typeof securityStateCall>> => {
  const { email, emailReplacedAt, passwordHash, passwordSetAt } = await readSecurity(reader, userId)
  const { nextCodeAt, codesLeft } = codeAllowance(await codesSentTo(reader, userId, now), now)
  return {
    email,
    paymentPassword: passwordHash !== null,
    paymentPasswordSince: passwordSetAt?.toISOString() ?? null,
    ...(await triesOf(reader, userId, now)),
    resetAllowedAt: resetAllowedAt(emailReplacedAt, now)?.toISOString() ?? null,
    nextCodeAt: nextCodeAt?.toISOString() ?? null,
    codesLeft,
  }
}
