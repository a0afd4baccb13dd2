import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { at, bytes32, userId } from '../../platform/database/columns.ts'
import { users } from '../users/tables.ts'

/** E-mails and payment passwords of users; without a row neither was ever set. Wall time. */
export const accountSecurity = pgTable(
  'account_security',
  {
    userId: userId('user_id').primaryKey(),
    /** Lower case. */
    email: text('email'),
    emailBoundAt: at('email_bound_at'),
    /** Time at which another e-mail replaced an earlier one: a reset waits after it. */
    emailReplacedAt: at('email_replaced_at'),
    /** argon2id with a pepper that is not in this database: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
    passwordHash: text('password_hash'),
    passwordSetAt: at('password_set_at'),
  },
  (table) => [
    foreignKey({ name: 'account_security_user_fk', columns: [table.userId], foreignColumns: [users.id] }),
    check('account_security_email_bound', sql`(${table.email} IS NULL) = (${table.emailBoundAt} IS NULL)`),
    check(
      'account_security_password_set',
      sql`(${table.passwordHash} IS NULL) = (${table.passwordSetAt} IS NULL)`,
    ),
    check('account_security_password_form', sql`${table.passwordHash} LIKE '$argon2id$%'`),
  ],
)

/** Sent codes. Only the newest of a user and purpose is valid, once. */
export const emailCodes = pgTable(
  'email_code',
  {
    id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
    userId: userId('user_id').notNull(),
    purpose: text('purpose').notNull(),
    email: text('email').notNull(),
    /** Network of the request (`networkOf`). */
    network: text('network').notNull(),
    /**
     * HMAC-SHA-256 under a key that is not in this database: six digits are easily found from a plain hash.
     */
    codeHash: bytes32('code_hash').notNull(),
    sentAt: at('sent_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** Number of tries, correct or not. */
    tries: smallint('tries').notNull().default(0),
    usedAt: at('used_at'),
  },
  (table) => [
    foreignKey({ name: 'email_code_user_fk', columns: [table.userId], foreignColumns: [users.id] }),
    index('email_code_user_index').on(table.userId, table.sentAt),
    index('email_code_email_index').on(table.email, table.sentAt),
    index('email_code_sent_index').on(table.sentAt),
    check('email_code_purpose', sql`${table.purpose} IN ('bind-email', 'payment-password')`),
    check('email_code_tries', sql`${table.tries} BETWEEN 0 AND 5`),
  ],
)

/** Tries of payment passwords that were not (yet) correct: by account, by network address, in total. */
export const passwordTries = pgTable(
  'password_try',
  {
    scope: text('scope').primaryKey(),
    tries: integer('tries').notNull(),
    /** End of the window, after which the count restarts at zero. */
    endsAt: at('ends_at').notNull(),
  },
  (table) => [
    index('password_try_ends_index').on(table.endsAt),
    check('password_try_not_negative', sql`${table.tries} >= 0`),
  ],
)

/** Open orders for wallets to sign; their use deletes the row. */
export const signingOrders = pgTable(
  'signing_order',
  {
    id: uuid('id').primaryKey(),
    userId: userId('user_id').notNull(),
    kind: text('kind').notNull(),
    terms: jsonb('terms').notNull(),
    deadline: at('deadline').notNull(),
  },
  (table) => [
    foreignKey({ name: 'signing_order_user_fk', columns: [table.userId], foreignColumns: [users.id] }),
    index('signing_order_user_index').on(table.userId, table.kind),
    index('signing_order_deadline_index').on(table.deadline),
    check('signing_order_kind', sql`${table.kind} IN ('bind-email', 'reset-password', 'transfer')`),
  ],
)
