/**
 * A weekly pool: income comes by events, and each Monday 00:00 UTC it is divided by rules, paid, and the rest
 * carried over. Dividends and nodes are its two configurations. Rows of income and closed weeks are
 * append-only (triggers).
 */

import { weekOf, weekStart } from '@dr/protocol/rules/weeks'
import type { PayoutToken } from '@dr/protocol/tokens'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { maxBigInt } from '../../platform/integers.ts'
import type { PostedJournal } from '../ledger/index.ts'
import type { EventName } from './chain-facts.ts'
import { NO_PAYOUT, type Payout, payoutOf } from './payout.rules.ts'

/** Sources of the pool's income. */
type IncomeKind = 'swap-fees' | 'operator'

/** Income of a week. Base units. */
export type Income = Readonly<Record<IncomeKind, Payout>>

export interface NewIncome {
  readonly kind: IncomeKind
  readonly token: PayoutToken
  /** Base units; 0 creates no row. */
  readonly amount: bigint
  /** Number of the flush, or the memo of the funding. */
  readonly reference: string
  /** Unix seconds, which decide the week of the money. */
  readonly blockTimestamp: bigint
  readonly txHash: LowerHex
  readonly logIndex: number
}

/** An event with income, and the pool's part of it. Base units. */
export interface IncomeEvent extends EventName {
  readonly amount: bigint
}

/**
 * A closed week. For each token: income + carried in = paid (the pool's own figures) + carried. Base units.
 */
export interface PoolWeek<Rules> {
  readonly week: bigint
  readonly income: Income
  readonly carriedIn: Payout
  readonly carried: Payout
  /** Rules of the close. */
  readonly rules: Rules
  /** The chain's time, Unix seconds. */
  readonly closedAt: bigint
}

/** The row of a closed week, without the pool's own columns. */
export interface PoolWeekRow {
  readonly week: bigint
  readonly fees_usdt: bigint
  readonly fees_dr: bigint
  readonly operator_usdt: bigint
  readonly operator_dr: bigint
  readonly carried_in_usdt: bigint
  readonly carried_in_dr: bigint
  readonly carried_usdt: bigint
  readonly carried_dr: bigint
  readonly rules: unknown
  readonly closed_at: bigint
}

const COLUMNS = `week, fees_usdt, fees_dr, operator_usdt, operator_dr, carried_in_usdt, carried_in_dr, carried_usdt, carried_dr,
  rules, closed_at`

/** Names of a pool's tables, `<name>_income` and `<name>_week`, and of its ledger account. */
export interface PoolNames {
  readonly name: 'dividend' | 'node'
  readonly vault: 1 | 2
  readonly account: 'dividend-pool' | 'node-pool'
}

/** One pool, with the figures that only its weeks have. */
interface PoolDefinition<Row extends PoolWeekRow, Own, Rules> extends PoolNames {
  /** Columns of `<name>_week` beside those of every pool. */
  readonly ownColumns: readonly (string & keyof Row)[]
  readonly ownOf: (row: Row) => Own
  /** In the order of `ownColumns`. */
  readonly ownValues: (own: Own) => readonly unknown[]
  /** Parses the stored rules, with their fields in the published order. */
  readonly rulesOf: (stored: unknown) => Rules
}

/** A difference between the pool's weeks (`expected`) and the ledger (`found`), in base units. */
interface PoolFinding {
  readonly rule: `${PoolNames['account']}-is-the-account`
  /** Token. */
  readonly subject: string
  readonly expected: bigint
  readonly found: bigint
}

const incomeParts = (table: string) => ({
  incomeOf: async (reader: Reader, week: bigint): Promise<Income> => {
    const { rows } = await reader.query<{ kind: IncomeKind; token: PayoutToken; amount: bigint }>({
      name: `${table}_of_week`,
      text: `SELECT kind, token, sum(amount) AS amount FROM ${table} WHERE week = $1 GROUP BY kind, token`,
      values: [week],
    })
    const of = (kind: IncomeKind): Payout =>
      payoutOf((token) => rows.find((row) => row.kind === kind && row.token === token)?.amount ?? 0n)
    return { 'swap-fees': of('swap-fees'), operator: of('operator') }
  },
  /**
   * A week's flushes with the pool's part of each, and events counted in it although they happened before it.
   */
  incomeEvents: async (reader: Reader, week: bigint) => {
    const { rows } = await reader.query<{
      kind: IncomeKind
      at: bigint
      tx_hash: LowerHex
      log_index: number
      amount: bigint
    }>({
      name: `${table}_events`,
      text: `SELECT kind, at, tx_hash, log_index, amount FROM ${table} WHERE week = $1
        AND (kind = 'swap-fees' OR at < $2) ORDER BY at, log_index, tx_hash`,
      values: [week, weekStart(week)],
    })
    const eventOf = ({ tx_hash: txHash, log_index, amount }: (typeof rows)[number]): IncomeEvent => ({
      txHash,
      logIndex: Number(log_index),
      amount,
    })
    return {
      flushes: rows.filter(({ kind }) => kind === 'swap-fees').map(eventOf),
      late: rows.filter(({ at }) => at < weekStart(week)).map(eventOf),
    }
  },
})

/** Reads the closed weeks after `after` (all: null), oldest first. */
const closedAfter =
  (table: string) =>
  async (reader: Reader, after: bigint | null): Promise<bigint[]> => {
    const { rows } = await reader.query<{ week: bigint }>({
      name: `${table}s_after`,
      text: `SELECT week FROM ${table} WHERE $1::bigint IS NULL OR week > $1 ORDER BY week`,
      values: [after],
    })
    return rows.map(({ week }) => week)
  }

/**
 * Compares the account with the amount that the next close will divide: the last week's remainder and the
 * income since. A close pays by the weeks' own figures; if the account had less, no week could be closed.
 * Returns the differences.
 */
const auditPool =
  ({ name, vault, account }: PoolNames) =>
  async (reader: Reader): Promise<PoolFinding[]> => {
    const { rows } = await reader.query<Omit<PoolFinding, 'rule'>>({
      text: `SELECT * FROM (
          SELECT t.token AS subject,
            coalesce((SELECT CASE t.token WHEN 'USDT' THEN carried_usdt ELSE carried_dr END
              FROM ${name}_week ORDER BY week DESC LIMIT 1), 0)
            + coalesce((SELECT sum(amount) FROM ${name}_income i WHERE i.token = t.token
              AND i.week > coalesce((SELECT max(week) FROM ${name}_week), -1)), 0) AS expected,
            coalesce((SELECT balance FROM ledger_account WHERE code = $1 || ':' || t.token || ':' || $2), 0) AS found
          FROM (VALUES ('USDT'), ('DR')) t (token)
        ) r WHERE expected <> found ORDER BY subject`,
      values: [String(vault), account],
    })
    return rows.map((row) => ({ rule: `${account}-is-the-account`, ...row }))
  }

export const createWeeklyPool = <Row extends PoolWeekRow, Own, Rules>(
  definition: PoolDefinition<Row, Own, Rules>,
) => {
  const { name, vault, account, ownColumns, ownOf, ownValues, rulesOf } = definition
  const [incomeTable, weekTable] = [`${name}_income`, `${name}_week`]
  const columns = [COLUMNS, ...ownColumns].join(', ')
  const weekOfRow = (row: Row): PoolWeek<Rules> & Own => ({
    week: row.week,
    income: {
      'swap-fees': { USDT: row.fees_usdt, DR: row.fees_dr },
      operator: { USDT: row.operator_usdt, DR: row.operator_dr },
    },
    carriedIn: { USDT: row.carried_in_usdt, DR: row.carried_in_dr },
    carried: { USDT: row.carried_usdt, DR: row.carried_dr },
    rules: rulesOf(row.rules),
    closedAt: row.closed_at,
    ...ownOf(row),
  })
  /** Closed weeks, newest first; optionally before `before`. */
  const readWeeks = async (
    reader: Reader,
    { before, limit }: { readonly before?: bigint | undefined; readonly limit: number },
  ) => {
    const { rows } = await reader.query<Row>({
      name: `${weekTable}s_read`,
      text: `SELECT ${columns} FROM ${weekTable} WHERE $1::bigint IS NULL OR week < $1 ORDER BY week DESC LIMIT $2`,
      values: [before ?? null, limit],
    })
    return rows.map(weekOfRow)
  }
  /** The first week that is not closed. */
  const openWeek = async (reader: Reader, firstWeek: bigint): Promise<bigint> => {
    const [last] = await readWeeks(reader, { limit: 1 })
    return last ? last.week + 1n : firstWeek
  }
  return {
    name,
    vault,
    account,
    readWeeks,
    openWeek,
    ...incomeParts(incomeTable),
    /**
     * Records the income of a journal that posted it to the pool. It belongs to the week of its event, or to
     * the open week if that one was closed meanwhile (the event was in suspense).
     */
    recordIncome: async (
      tx: Tx,
      income: NewIncome & { readonly firstWeek: bigint; readonly posted: PostedJournal },
    ): Promise<void> => {
      const { posted, kind, token, amount, reference, blockTimestamp, txHash, logIndex } = income
      if (amount === 0n || posted.replayed) return
      const week = maxBigInt(weekOf(blockTimestamp), await openWeek(tx, income.firstWeek))
      await tx.query({
        name: `${incomeTable}_insert`,
        text: `INSERT INTO ${incomeTable} (journal_id, week, token, amount, kind, reference, at, tx_hash, log_index)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [posted.journalId, week, token, amount, kind, reference, blockTimestamp, txHash, logIndex],
      })
      await tx.announce({ topic: 'pools' })
    },
    insertWeek: async (tx: Tx, closed: PoolWeek<Rules> & Own): Promise<void> => {
      const { income, carriedIn, carried } = closed
      const payouts = [income['swap-fees'], income.operator, carriedIn, carried]
      const values = [
        closed.week,
        ...payouts.flatMap(({ USDT, DR }) => [USDT, DR]),
        closed.rules,
        closed.closedAt,
        ...ownValues(closed),
      ]
      await tx.query({
        name: `${weekTable}_insert`,
        text: `INSERT INTO ${weekTable} (${columns}) VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})`,
        values,
      })
      await tx.announce({ topic: 'pools' })
    },
    readWeek: async (reader: Reader, week: bigint) => {
      const [found] = await readWeeks(reader, { before: week + 1n, limit: 1 })
      return found?.week === week ? found : undefined
    },
    /** The pool's own money that no week has paid yet: the last closed week's remainder. */
    readCarry: async (reader: Reader): Promise<Payout> =>
      (await readWeeks(reader, { limit: 1 }))[0]?.carried ?? NO_PAYOUT,
    closedAfter: closedAfter(weekTable),
    audit: auditPool({ name, vault, account }),
  }
}

export type WeeklyPool<Own, Rules> = ReturnType<typeof createWeeklyPool<PoolWeekRow, Own, Rules>>
