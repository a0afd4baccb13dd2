/**
 * Counts tries of payment passwords, by account, by network address and in total. A try is counted before it
 * is verified, in the database that all replicas share, so that concurrent tries cannot exceed the limit; the
 * count of a correct one is returned. No user can lock others out: once an address, or the total, has reached
 * the limit, only accounts with a counted try of their own are refused. A correct first try passes, and an
 * attacker has one guess for each account.
 */
import { DAY_SECONDS, HOUR_SECONDS, PAYMENT_PASSWORD_TRIES } from '@dr/protocol/constants'
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

/** Wrong tries. Many people may share a network address; the total never reaches its limit by accident. */
const PER_ADDRESS = { limit: 30, seconds: HOUR_SECONDS }
const IN_ALL = { limit: 1_000, seconds: HOUR_SECONDS }

export const accountScope = (userId: UserId): string => `account:${userId}`

/** In the order in which every transaction locks these rows. */
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

/** A counted try, with its scope and window. */
interface Counted {
  readonly scope: string
  readonly tries: number
  readonly endsAt: Date
}

const take = async (tx: Tx, one: Scope, now: Date): Promise<Counted> => {
  const endsAt = new Date(now.getTime() + one.seconds * 1_000)
  const { rows } = await tx.query<Counted>({
    name: 'security_take_try',
    text: `INSERT INTO password_try AS t (scope, tries, ends_at) VALUES ($1, 1, $2)
      ON CONFLICT (scope) DO UPDATE SET
        tries = CASE WHEN t.ends_at <= $3 THEN 1 ELSE t.tries + 1 END,
        ends_at = CASE WHEN t.ends_at <= $3 THEN excluded.ends_at ELSE t.ends_at END
      WHERE t.ends_at <= $3 OR t.tries < $4 RETURNING scope, tries, ends_at AS "endsAt"`,
    values: [one.scope, endsAt, now, one.limit],
  })
  return rows[0] ?? refuse(tx, one, now)
}

/**
 * Maximum `integer`: an account's first try is also counted in the other scopes, even beyond their limits.
 */
const NO_LIMIT = 2_147_483_647

export interface Taken {
  /** Number of tries that the account has left. */
  readonly triesLeft: number
  readonly counted: readonly Counted[]
}

/** Counts one try. Throws 30003 with `retryAfterSeconds` and counts nothing, if there is none left. */
export const takeTry = (database: Database, guesser: Guesser, now: Date): Promise<Taken> =>
  database.transaction(async (tx) => {
    const [account, ...others] = scopesOf(guesser)
    const first = await take(tx, account, now)
    const counted = [first]
    for (const other of others) {
      counted.push(await take(tx, first.tries === 1 ? { ...other, limit: NO_LIMIT } : other, now))
    }
    return { triesLeft: account.limit - first.tries, counted }
  })

/** Removes a correct try from all its windows that are still open. Wrong ones remain. */
export const giveTryBack = (database: Database, { counted }: Taken): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { scope, endsAt } of counted) {
      await tx.query({
        name: 'security_give_try_back',
        text: 'UPDATE password_try SET tries = greatest(tries - 1, 0) WHERE scope = $1 AND ends_at = $2',
        values: [scope, endsAt],
      })
    }
  })

/** Resets the account's count after the owner, proven by a wallet signature, has set another password. */
export const forgetTries = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx.query({
    name: 'security_forget_tries',
    text: 'DELETE FROM password_try WHERE scope = $1',
    values: [accountScope(userId)],
  })
}
