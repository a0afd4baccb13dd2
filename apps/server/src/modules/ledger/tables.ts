import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { address, at, baseUnits, userId } from '../../platform/database/columns.ts'

/**
 * Accounts: each of one vault, one token and one kind, of a user or of the system. `balance` is written only
 * by `post_journal`; it always equals the sum of the postings (`auditLedger`). Amounts held for a user or a
 * purpose are positive; the chain account is the counterpart, minus the vault's balance on chain.
 */
export const ledgerAccount = pgTable(
  'ledger_account',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `<vault>:<token>:<kind>[:<userId>]`, docs/chart-of-accounts.md. */
    code: text('code')
      .notNull()
      .generatedAlwaysAs(
        sql`vault::text || ':' || token || ':' || kind || coalesce(':' || user_id::text, '')`,
      ),
    /** 0 miner, 1 deflation, 2 node (docs/product.md 3). */
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    kind: text('kind').notNull(),
    userId: userId('user_id'),
    balance: baseUnits('balance').notNull().default(sql`0`),
  },
  (table) => [
    uniqueIndex('ledger_account_code').on(table.code),
    index('ledger_account_user').on(table.userId),
    check('ledger_account_vault', sql`${table.vault} BETWEEN 0 AND 2`),
    // The tokens of vaults (and two more of the initial schema): tables.test.ts.
    check('ledger_account_token', sql`${table.token} IN ('USDT', 'USDR', 'DR', 'DRGV')`),
    check('ledger_account_kind', sql`${table.kind} ~ '^[a-z]+(-[a-z]+)*$'`),
    check('ledger_account_owner', sql`(${table.kind} LIKE 'user-%') = (${table.userId} IS NOT NULL)`),
    check(
      'ledger_account_not_overdrawn',
      sql`${table.kind} IN ('chain', 'claims-open', 'uncovered') OR ${table.balance} >= 0`,
    ),
    check(
      'ledger_account_chain_not_positive',
      sql`${table.kind} NOT IN ('chain', 'claims-open', 'uncovered') OR ${table.balance} <= 0`,
    ),
  ],
)

/** Journals: postings made together, under one idempotency key. Immutable (triggers). */
export const journal = pgTable(
  'journal',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `chain:<chainId>:<txHash>:<logIndex>[:<step>]` or `order:<id>:<step>`. */
    key: text('key').notNull(),
    /** `<module>.<action>`: `mining.collect`, `withdrawal.hold`. */
    reason: text('reason').notNull(),
    vault: smallint('vault').notNull(),
    /** The chain's time. */
    at: at('at').notNull(),
    /** Provenance of the money, `{ "kind": "emission", "releaseId": 7 }`. */
    source: jsonb('source').notNull(),
  },
  (table) => [
    uniqueIndex('journal_key').on(table.key),
    check('journal_reason', sql`${table.reason} ~ '^[a-z-]+(\\.[a-z-]+)*$'`),
    check('journal_source', sql`jsonb_typeof(${table.source}) = 'object'`),
  ],
)

/** Movements between two accounts of the same vault and token. Immutable, like journals. */
export const posting = pgTable(
  'posting',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    journalId: bigint('journal_id', { mode: 'bigint' })
      .notNull()
      .references(() => journal.id),
    fromAccount: bigint('from_account', { mode: 'bigint' })
      .notNull()
      .references(() => ledgerAccount.id),
    toAccount: bigint('to_account', { mode: 'bigint' })
      .notNull()
      .references(() => ledgerAccount.id),
    amount: baseUnits('amount').notNull(),
  },
  (table) => [
    index('posting_journal').on(table.journalId),
    index('posting_from').on(table.fromAccount, table.id),
    index('posting_to').on(table.toAccount, table.id),
    check('posting_amount_positive', sql`${table.amount} > 0`),
    check('posting_two_accounts', sql`${table.fromAccount} <> ${table.toAccount}`),
  ],
)

/** Money of a user held for one order: available → held, then posted, expired or superseded. */
export const hold = pgTable(
  'hold',
  {
    orderId: uuid('order_id').primaryKey(),
    userId: userId('user_id').notNull(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
    /** The journal of the hold. */
    journalId: bigint('journal_id', { mode: 'bigint' })
      .notNull()
      .references(() => journal.id),
    /** The journal under the key `order:<id>:resolve`; null while the hold is open. */
    resolvedBy: bigint('resolved_by', { mode: 'bigint' }).references(() => journal.id),
    resolution: text('resolution').$type<HoldResolution>(),
  },
  (table) => [
    index('hold_open').on(table.userId).where(sql`${table.resolution} IS NULL`),
    check('hold_amount_positive', sql`${table.amount} > 0`),
    check('hold_resolution', sql`${table.resolution} IN ('posted', 'expired', 'superseded', 'voided')`),
    check('hold_resolved_whole', sql`(${table.resolution} IS NULL) = (${table.resolvedBy} IS NULL)`),
  ],
)

/** `voided`: superseded, as written until version 1.0.6; a resolved hold never changes. */
export type HoldResolution = 'posted' | 'expired' | 'superseded' | 'voided'

/**
 * Running totals of each account on chain by book (a vault and a token), as the ledger has booked them: an
 * event in suspense, or a claim that is not booked yet, is in none. Written only by `account-book.ts`.
 */
export const accountBook = pgTable(
  'account_book',
  {
    /** Lower case; of a user or not. */
    account: address('account').notNull(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    /** Deposits, and transfers received on chain. Base units. */
    credited: baseUnits('credited').notNull().default(sql`0`),
    /** Vouchers paid, claims, and transfers sent on chain, burned parts included. */
    paid: baseUnits('paid').notNull().default(sql`0`),
    /** Raised by a deposit of `a` to `max(free, paid + pending) + a`: as the vault counts what leaves without burn. */
    free: baseUnits('free').notNull().default(sql`0`),
    /** Claims and transfers whose events are recorded, and which are not booked to the account yet. */
    pending: baseUnits('pending').notNull().default(sql`0`),
    /** The account's part of the ledger account `unattributed`: credited before it registered. */
    unattributed: baseUnits('unattributed').notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ name: 'account_book_pk', columns: [table.account, table.vault, table.token] }),
    index('account_book_strangers').on(table.account).where(sql`${table.unattributed} > 0`),
    check(
      'account_book_not_negative',
      sql`${table.credited} >= 0 AND ${table.paid} >= 0 AND ${table.free} >= 0 AND ${table.pending} >= 0 AND ${table.unattributed} >= 0`,
    ),
    check('account_book_unattributed', sql`${table.unattributed} <= ${table.credited}`),
  ],
)
