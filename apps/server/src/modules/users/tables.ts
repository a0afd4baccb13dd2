import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { address, at, bytes32, userId } from '../../platform/database/columns.ts'

/**
 * Registered wallets. The inviter is bound once and permanently, and only an activated user can be one; since
 * an activated user cannot bind any more, the relation has no cycles. `migrations/0010_users.sql` and
 * `0016_activity.sql` enforce both, and that the inviter exists.
 */
export const users = pgTable(
  'users',
  {
    id: userId('id').generatedAlwaysAsIdentity().primaryKey(),
    address: address('address').notNull(),
    inviteCode: text('invite_code').notNull(),
    /**
     * The current inviter. `swap_record` and `node_member` have the one at the time of counting;
     * `team_member` and `team_people` the folded one.
     */
    inviterId: userId('inviter_id'),
    /** Time at which an inviter was bound; for a genesis account, of its seeding. */
    activatedAt: at('activated_at'),
    registeredAt: at('registered_at').notNull(),
  },
  (table) => [
    unique('users_address_unique').on(table.address),
    unique('users_invite_code_unique').on(table.inviteCode),
    check('users_invite_code_form', sql`${table.inviteCode} ~ '^[A-HJ-NP-Z2-9]{8}$'`),
    check('users_inviter_not_self', sql`${table.inviterId} <> ${table.id}`),
    check('users_inviter_activates', sql`${table.inviterId} IS NULL OR ${table.activatedAt} IS NOT NULL`),
  ],
)

/** Sign-ins that have not ended. Only the token's SHA-256 is stored. */
export const sessions = pgTable(
  'session',
  {
    id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
    userId: userId('user_id').notNull(),
    tokenHash: bytes32('token_hash').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    /** Browser and system, in two words; null if unknown. */
    device: text('device'),
  },
  (table) => [
    unique('session_token_hash_unique').on(table.tokenHash),
    foreignKey({ name: 'session_user_fk', columns: [table.userId], foreignColumns: [users.id] }),
    index('session_user_index').on(table.userId),
    index('session_expires_index').on(table.expiresAt),
  ],
)

/** Nonces that a signed message has used up; kept until their expiry. */
export const usedNonces = pgTable(
  'used_nonce',
  {
    nonce: text('nonce').primaryKey(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('used_nonce_expires_index').on(table.expiresAt)],
)
