/**
 * Payment passwords tried: counted before they are looked at, in the database that all replicas share, so that of any number
 * at once no more than the limit are; what turns out right is given back. By account, by network address and in all.
 */
import { PAYMENT_PASSWORD_TRIES } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/network-of.ts'

export interface Guesser {
  readonly userId: UserId
  readonly ip: string
}

interface Scope {
  readonly scope: string
  readonly limit: number
  readonly seconds: number
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
/** Wrong ones. Many people may share a network address; in all there are never so many by accident. */
const PER_ADDRESS = { limit: 30, seconds: HOUR_SECONDS }
const IN_ALL = { limit: 1_000, seconds: HOUR_SECONDS }

export const accountScope = (userId: UserId): string => `account:${userId}`

/** In the one order in which everybody takes their rows. */
const scopesOf = ({ userId, ip }: Guesser): readonly [Scope, ...Scope[]] => [
  { scope: accountScope(userId), limit: PAYMENT_PASSWORD_TRIES, seconds: DAY_SECONDS },
  { scope: `address:${networkOf(ip)}`, ...PER_ADDRESS },
  { scope: 'all', ...IN_ALL },
]

const refuse = async (tx: Tx, { scope }: Scope, now: Date): Promise<never> => {
  const { rows } = await tx.query<{ ends_at: Date }>({
    text: 'SELECT ends_at FROM password_try WHERE scope = $1',
    values: [scope],
  })
  const waitMs = (rows[0]?.ends_at.getTime() ?? now.getTime()) - now.getTime()
  const counted = scope.split(':', 1)[0] as string
  throw new AppError('TOO_MANY_REQUESTS', {
    details: {
      reason: 'payment-password',
      counted,
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    },
  })
}

const take = async (tx: Tx, one: Scope, now: Date): Promise<number> => {
  const endsAt = new Date(now.getTime() + one.seconds * 1_000)
  const { rows } = await tx.query<{ tries: number }>({
    name: 'security.take-try',
    text: `INSERT INTO password_try AS t (scope, tries, ends_at) VALUES ($1, 1, $2)
      ON CONFLICT (scope) DO UPDATE SET
        tries = CASE WHEN t.ends_at <= $3 THEN 1 ELSE t.tries + 1 END,
        ends_at = CASE WHEN t.ends_at <= $3 THEN excluded.ends_at ELSE t.ends_at END
      WHERE t.ends_at <= $3 OR t.tries < $4 RETURNING tries`,
    values: [one.scope, endsAt, now, one.limit],
  })
  return rows[0]?.tries ?? refuse(tx, one, now)
}

/** Counts one; how many wrong ones the account has left after it. Throws 30003 with `retryAfterSeconds`, and counts nothing. */
export const takeTry = (database: Database, guesser: Guesser, now: Date): Promise<{ triesLeft: number }> =>
  database.transaction(async (tx) => {
    const [account, ...others] = scopesOf(guesser)
    const tries = await take(tx, account, now)
    for (const other of others) await take(tx, other, now)
    return { triesLeft: account.limit - tries }
  })

/** It was right: the account's count begins anew, the others' are as before. */
export const giveTryBack = (database: Database, guesser: Guesser): Promise<void> =>
  database.transaction(async (tx) => {
    const [, ...others] = scopesOf(guesser)
    await forgetTries(tx, guesser.userId)
    for (const { scope } of others) {
      await tx.query({
        name: 'security.give-try-back',
        text: 'UPDATE password_try SET tries = greatest(tries - 1, 0) WHERE scope = $1',
        values: [scope],
      })
    }
  })

/** The account's count begins anew: somebody who proved more than the password has set another one. */
export const forgetTries = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx.query({
    name: 'security.forget-tries',
    text: 'DELETE FROM password_try WHERE scope = $1',
    values: [accountScope(userId)],
  })
}
