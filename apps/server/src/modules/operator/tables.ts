import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { address, at, baseUnits, unixSeconds } from '../../platform/database/columns.ts'

/** Changes proposed by one operator, applied when another one approves them (ADR 0024). */
export const operatorProposal = pgTable(
  'operator_proposal',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * A limit's name (@dr/protocol/parameters), `budget:<package>:<token>`, `stop:<what>`, `block:<address>`,
     * `package:<id>` or `product:<id>`.
     */
    subject: text('subject').notNull(),
    /** Value when this was proposed. Base units; USD with 18 decimals. */
    before: baseUnits('before'),
    value: baseUnits('value'),
    /** All terms of a package or a product as JSON: before (null: it did not exist) and after. */
    termsBefore: text('terms_before'),
    terms: text('terms'),
    reason: text('reason').notNull(),
    proposedBy: address('proposed_by').notNull(),
    /** The chain's clock. */
    proposedAt: unixSeconds('proposed_at').notNull(),
    expiresAt: unixSeconds('expires_at').notNull(),
    /**
     * `expired` is written when the next one of its subject is proposed; until then it follows from the
     * clock.
     */
    state: text('state').$type<'open' | 'approved' | 'rejected' | 'expired'>().notNull().default('open'),
    decidedBy: address('decided_by'),
    decidedAt: unixSeconds('decided_at'),
  },
  (table) => [
    uniqueIndex('operator_proposal_open').on(table.subject).where(sql`${table.state} = 'open'`),
    check(
      'operator_proposal_content',
      sql`(${table.value} IS NULL) = (${table.terms} IS NOT NULL) AND (${table.before} IS NULL) = (${table.value} IS NULL)
        AND (${table.termsBefore} IS NULL OR ${table.terms} IS NOT NULL)
        AND (${table.terms} IS NOT NULL) = (${table.subject} ~ '^(package|product):')`,
    ),
    check('operator_proposal_state', sql`${table.state} IN ('open', 'approved', 'rejected', 'expired')`),
    check(
      'operator_proposal_decided',
      sql`(${table.state} IN ('approved', 'rejected')) = (${table.decidedBy} IS NOT NULL)
        AND (${table.decidedBy} IS NULL) = (${table.decidedAt} IS NULL)`,
    ),
    check(
      'operator_proposal_two',
      sql`${table.state} <> 'approved' OR (${table.decidedBy} <> ${table.proposedBy} AND ${table.decidedAt} < ${table.expiresAt})`,
    ),
  ],
)

/**
 * All actions of operators, append-only (migrations/0021_operator.sql). Written in the transaction of the
 * action.
 */
export const operatorAudit = pgTable(
  'operator_audit',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Wall time, to find a request in the log. */
    at: at('at').notNull(),
    operator: address('operator').notNull(),
    /** `product.save`, `proposal.approve`, … */
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: jsonb('before').$type<Record<string, string>>(),
    after: jsonb('after').$type<Record<string, string>>(),
    requestId: uuid('request_id').notNull(),
  },
  (table) => [index('operator_audit_subject').on(table.subject, table.id)],
)
