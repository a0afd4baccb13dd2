import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { address, baseUnits, bytes32, unixSeconds, userId } from '../../platform/database/columns.ts'

/** Packages with their configured terms. POD: the pledge of POD power, which creates no position here. */
export const packages = pgTable(
  'package',
  {
    id: integer('id').primaryKey(),
    token: text('token').notNull(),
    /** Base units. */
    minimum: baseUnits('minimum').notNull(),
    reinvestMinimum: baseUnits('reinvest_minimum').notNull(),
    /** 0 for POD: a pledge has no term. */
    termDays: integer('term_days').notNull(),
    /** Income of a day as a share of the principal's value, 18 decimals; null: not paid in this token. */
    rateUsdt: baseUnits('rate_usdt'),
    rateDr: baseUnits('rate_dr'),
    /** Seconds of the UTC day; if both are equal: always open. */
    opensAtSecond: integer('opens_at_second').notNull(),
    closesAtSecond: integer('closes_at_second').notNull(),
    offered: boolean('offered').notNull(),
  },
  (table) => [
    check('package_token', sql`${table.token} IN ('USDT', 'DR', 'POD')`),
    check('package_term', sql`(${table.token} = 'POD') = (${table.termDays} = 0) AND ${table.termDays} >= 0`),
    check(
      'package_income',
      sql`greatest(coalesce(${table.rateUsdt}, 0), coalesce(${table.rateDr}, 0)) * ${table.termDays} <= 1000000000000000000`,
    ),
    check('package_minimums', sql`${table.minimum} > 0 AND ${table.reinvestMinimum} > 0`),
    check(
      'package_hours',
      sql`${table.opensAtSecond} BETWEEN 0 AND 86400 AND ${table.closesAtSecond} BETWEEN 0 AND 86400`,
    ),
  ],
)

/**
 * Terms edited by operators: from `effectiveFrom` (a block's time) on they replace those of the package's own
 * row. A deposit is booked by the terms at its block, whenever it is processed. Positions keep the terms they
 * began with.
 */
export const packageTerms = pgTable(
  'package_terms',
  {
    packageId: integer('package_id')
      .notNull()
      .references(() => packages.id),
    effectiveFrom: unixSeconds('effective_from').notNull(),
    minimum: baseUnits('minimum').notNull(),
    reinvestMinimum: baseUnits('reinvest_minimum').notNull(),
    termDays: integer('term_days').notNull(),
    rateUsdt: baseUnits('rate_usdt'),
    rateDr: baseUnits('rate_dr'),
    opensAtSecond: integer('opens_at_second').notNull(),
    closesAtSecond: integer('closes_at_second').notNull(),
    offered: boolean('offered').notNull(),
  },
  (table) => [
    primaryKey({ name: 'package_terms_pk', columns: [table.packageId, table.effectiveFrom] }),
    check(
      'package_terms_income',
      sql`greatest(coalesce(${table.rateUsdt}, 0), coalesce(${table.rateDr}, 0)) * ${table.termDays} <= 1000000000000000000`,
    ),
    check('package_terms_minimums', sql`${table.minimum} > 0 AND ${table.reinvestMinimum} > 0`),
    check(
      'package_terms_hours',
      sql`${table.opensAtSecond} BETWEEN 0 AND 86400 AND ${table.closesAtSecond} BETWEEN 0 AND 86400`,
    ),
  ],
)

/**
 * Budgets by package and token; a token's budgets add up to the ledger account `2:<token>:package-budget`
 * (`auditPackages`).
 */
export const packageBudget = pgTable(
  'package_budget',
  {
    /** No foreign key: a budget may be funded before its package is offered. */
    packageId: integer('package_id').notNull(),
    /** Token in which the income is paid. */
    token: text('token').notNull(),
    /** Neither committed nor paid. Base units. */
    left: baseUnits('left_amount').notNull(),
    /** Total funded. */
    funded: baseUnits('funded').notNull(),
    /** The part of `left_amount` that new positions cannot use, by decision of two operators (ADR 0024). */
    withheld: baseUnits('withheld').notNull().default(sql`0`),
    /** Maturity of the last position it paid for: until then promised income is funded. */
    committedUntil: unixSeconds('committed_until'),
  },
  (table) => [
    primaryKey({ name: 'package_budget_pk', columns: [table.packageId, table.token] }),
    check('package_budget_token', sql`${table.token} IN ('USDT', 'DR')`),
    check('package_budget_withheld', sql`${table.withheld} >= 0`),
    check('package_budget_left', sql`${table.left} BETWEEN 0 AND ${table.funded}`),
  ],
)

/** Fundings of budgets: the provenance of committed income, first in, first out. */
export const packageFunding = pgTable(
  'package_funding',
  {
    /** The event's key. */
    key: text('key').primaryKey(),
    packageId: integer('package_id').notNull(),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
    /** Total funded before this funding. */
    before: baseUnits('funded_before').notNull(),
    source: address('source').notNull(),
    memo: text('memo').notNull(),
    at: unixSeconds('at').notNull(),
    txHash: bytes32('tx_hash').notNull(),
  },
  (table) => [
    uniqueIndex('package_funding_order').on(table.packageId, table.token, table.before),
    index('package_funding_shown')
      .on(table.packageId, table.token, table.before)
      .where(sql`${table.amount} >= 1e18`),
    check('package_funding_amount', sql`${table.amount} > 0`),
  ],
)

/** Positions: a principal with the income committed to it. Kept after maturity. */
export const packagePosition = pgTable(
  'package_position',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId('user_id').notNull(),
    packageId: integer('package_id').notNull(),
    token: text('token').notNull(),
    incomeToken: text('income_token').notNull(),
    /** Base units. */
    principal: baseUnits('principal').notNull(),
    /** USD of the principal, 18 decimals, fixed when it began (`stakeValue`); 0: there was no price. */
    value: baseUnits('value').notNull(),
    /** Income of the whole term, fixed when it began. */
    income: baseUnits('income').notNull(),
    /** All of the income at maturity; before, the part from when income was credited daily (ADR 0069). */
    credited: baseUnits('credited').notNull().default(sql`0`),
    /** Time of its deposit's block; for a reinvestment, the chain's clock. */
    startsAt: unixSeconds('starts_at').notNull(),
    termDays: integer('term_days').notNull(),
    maturesAt: unixSeconds('matures_at').notNull(),
    principalReturned: boolean('principal_returned').notNull().default(false),
    origin: text('origin').$type<'deposit' | 'reinvest'>().notNull(),
    /** `chain:…`, the deposit's event; `order:<uuid>`, the reinvestment. */
    reference: text('reference').notNull(),
    /** Idempotency key of a reinvestment: a repeated request returns this position. */
    requestId: uuid('request_id'),
    /** Transactions that funded its income, at most the ten largest (JSON array of hashes). */
    fundedBy: jsonb('funded_by').$type<string[]>().notNull(),
    /** Time of the claim that ended it before its maturity; it then pays no income. */
    endedAt: unixSeconds('ended_at'),
    /** Its maturity; null when everything is credited. */
    nextDueAt: unixSeconds('next_due_at'),
  },
  (table) => [
    uniqueIndex('package_position_reference').on(table.reference),
    uniqueIndex('package_position_request')
      .on(table.userId, table.requestId)
      .where(sql`${table.requestId} IS NOT NULL`),
    index('package_position_user').on(table.userId, table.id),
    index('package_position_due').on(table.nextDueAt).where(sql`${table.nextDueAt} IS NOT NULL`),
    index('package_position_user_due')
      .on(table.userId, table.nextDueAt)
      .where(sql`${table.nextDueAt} IS NOT NULL`),
    index('package_position_user_maturity').on(table.userId, table.maturesAt, table.id),
    check('package_position_origin', sql`${table.origin} IN ('deposit', 'reinvest')`),
    check('package_position_principal', sql`${table.principal} > 0 AND ${table.value} >= 0`),
    check('package_position_credited', sql`${table.credited} BETWEEN 0 AND ${table.income}`),
    check(
      'package_position_finished',
      sql`(${table.nextDueAt} IS NULL) = (${table.principalReturned} AND ${table.credited} = ${table.income})`,
    ),
  ],
)

/**
 * All final deposits with their outcome: `position`; `returned`, with the reason; `unattributed` until the
 * sender registers.
 */
export const packageDeposit = pgTable(
  'package_deposit',
  {
    /** The event's key, `chain:<chainId>:<txHash>:<logIndex>`. */
    key: text('key').primaryKey(),
    /** For lists, newest first. */
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    userId: userId('user_id'),
    /** The depositor. */
    address: address('address').notNull(),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
    /** The transaction's `packageId`: package and income type (`readChainPackageId`). */
    chainPackageId: baseUnits('chain_package_id').notNull(),
    at: unixSeconds('at').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    txHash: bytes32('tx_hash').notNull(),
    outcome: text('outcome').$type<DepositOutcome>().notNull(),
    /** Name in the error table, for a returned deposit. */
    reason: text('reason'),
    positionId: bigint('position_id', { mode: 'bigint' }),
  },
  (table) => [
    uniqueIndex('package_deposit_seq').on(table.seq),
    index('package_deposit_address').on(table.address, table.seq),
    index('package_deposit_transaction').on(table.txHash),
    index('package_deposit_unattributed').on(table.address).where(sql`${table.outcome} = 'unattributed'`),
    check('package_deposit_outcome', sql`${table.outcome} IN ('position', 'returned', 'unattributed')`),
    check('package_deposit_user', sql`(${table.outcome} = 'unattributed') = (${table.userId} IS NULL)`),
    check('package_deposit_reason', sql`(${table.outcome} = 'returned') = (${table.reason} IS NOT NULL)`),
    check(
      'package_deposit_position',
      sql`(${table.outcome} = 'position') = (${table.positionId} IS NOT NULL)`,
    ),
  ],
)

export type DepositOutcome = 'position' | 'returned' | 'unattributed'

/** Counters of a user's node account: total credited by packages, and reinvested of it. */
export const packageUser = pgTable(
  'package_user',
  {
    userId: userId('user_id').notNull(),
    token: text('token').notNull(),
    /** Principal and income, base units. */
    credited: baseUnits('credited').notNull().default(sql`0`),
    reinvested: baseUnits('reinvested').notNull().default(sql`0`),
    /** Not used any more, as `paid`: the vault counts both (ADR 0073). */
    unreturned: baseUnits('unreturned').notNull().default(sql`0`),
    paid: baseUnits('paid').notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ name: 'package_user_pk', columns: [table.userId, table.token] }),
    check('package_user_reinvested', sql`${table.reinvested} BETWEEN 0 AND ${table.credited}`),
    check('package_user_unreturned', sql`${table.unreturned} >= 0 AND ${table.paid} >= 0`),
  ],
)

/** Claims and transfers of the blocks that are being processed (`claims-ahead.ts`); empty otherwise. */
export const claimAhead = pgTable(
  'claim_ahead',
  {
    account: address('account').notNull(),
    token: text('token').notNull(),
    place: bigint('place', { mode: 'bigint' }).notNull(),
    amount: baseUnits('amount').notNull(),
  },
  (table) => [primaryKey({ name: 'claim_ahead_pk', columns: [table.place] })],
)

/**
 * Transactions reported as deposits: shown as pending until the event is final. They credit nothing by
 * themselves.
 */
export const recharge = pgTable(
  'recharge',
  {
    txHash: bytes32('tx_hash').notNull(),
    userId: userId('user_id').notNull(),
    /** The chain's clock. */
    createdAt: unixSeconds('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'recharge_pk', columns: [table.userId, table.txHash] }),
    index('recharge_user').on(table.userId, table.createdAt),
  ],
)
