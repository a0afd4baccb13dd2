import { createBatcher, fulfilled, type Settled } from '../../../platform/batcher.ts'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { isConflict } from '../../../platform/database/errors.ts'
import { isRetryable } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { readInviterName } from '../users.rules.ts'
import { type BackpressureLimits, createBackpressure } from './backpressure.ts'
import { bindInviter } from './bind-inviter.ts'

type Address = `0x${string}`

interface Binding {
  readonly userId: UserId
  readonly inviteCode: string
}

/**
 * Binds those of `bindings` that meet all conditions, in one statement; returns their inviters' addresses by
 * index. The others are left unchanged, and users' rows locked by another transaction are skipped. A user who
 * may bind is not activated yet, so has no downline that would have to be checked. The trigger `users_join`
 * records the joins.
 */
const bindAtOnce = async (tx: Tx, bindings: readonly Binding[]): Promise<Map<number, Address>> => {
  const names = bindings.map(({ inviteCode }) => readInviterName(inviteCode))
  const { rows } = await tx.query<{ place: bigint; inviter: Address }>({
    name: 'users.bind-at-once',
    text: `WITH free AS (
        SELECT id FROM users WHERE id = ANY($1::bigint[]) AND activated_at IS NULL
          ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE users u SET inviter_id = i.id, activated_at = to_timestamp(c.block_timestamp)
      FROM free, chain_clock c,
        unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS b (user_id, address, code, place),
        LATERAL (
          SELECT id, address FROM users WHERE address = b.address AND activated_at IS NOT NULL
          UNION ALL SELECT id, address FROM users WHERE invite_code = b.code AND activated_at IS NOT NULL
          LIMIT 1
        ) i
      WHERE u.id = free.id AND u.activated_at IS NULL AND b.user_id = free.id
      RETURNING b.place, i.address AS inviter`,
    values: [
      bindings.map(({ userId }) => userId),
      names.map((name) => (name.by === 'address' ? name.address : null)),
      names.map((name) => (name.by === 'code' ? name.code : null)),
    ],
  })
  return new Map(rows.map(({ place, inviter }) => [Number(place) - 1, inviter]))
}

/** Binds one user in a transaction of its own; throws why it is not possible. */
const bindClosely = async (database: Database, binding: Binding): Promise<Address> => {
  const { inviter } = await database.transaction(async (tx) => {
    const { at } = await chainNow(tx)
    return bindInviter(tx, { ...binding, at })
  })
  return inviter.address
}

/** Binds together; `undefined` for each binding that was not possible, for whatever reason. */
const bindTogether = async (
  database: Database,
  bindings: readonly Binding[],
  backpressure: ReturnType<typeof createBackpressure>,
): Promise<Settled<Address | undefined>[]> => {
  const bound = await backpressure(bindings.length)
    .then(() => bindAtOnce(database.single, bindings))
    .catch((error: unknown) => {
      if (isConflict(error) || isRetryable(error)) return new Map<number, Address>()
      throw error
    })
  return bindings.map((_, place) => fulfilled(bound.get(place)))
}

/**
 * Binds by the product's clock, and returns the inviter's address. Nearly all bindings are valid: concurrent
 * ones are done by one statement, with backpressure. The rest is handled one by one by `bindInviter`, which
 * throws what is wrong.
 */
export const createBinder = (
  database: Database,
  limits?: BackpressureLimits,
): ((binding: Binding) => Promise<Address>) => {
  const backpressure = createBackpressure(() => database.read, limits)
  const bind = createBatcher<Binding, Address | undefined>({
    run: (bindings) => bindTogether(database, bindings, backpressure),
  })
  return async (binding) => (await bind(binding)) ?? bindClosely(database, binding)
}
