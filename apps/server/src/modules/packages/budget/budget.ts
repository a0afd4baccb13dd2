/** Budgets: funded and not committed amounts, by package and token, and the fundings they came from. */

import type { Reader, Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

export interface BudgetName {
  readonly packageId: number
  /** Token in which the income is paid. */
  readonly token: PackageToken
}

export interface Budget {
  /** Neither committed nor paid, base units. */
  readonly left: bigint
  readonly funded: bigint
  /** The part of `left` that new positions may use: without the withheld part. */
  readonly open: bigint
}

export const NO_BUDGET: Budget = { left: 0n, funded: 0n, open: 0n }

const BUDGET = 'left_amount AS left, funded, greatest(left_amount - withheld, 0) AS open'

/** Maximum number of fundings named in a position's provenance. */
const FUNDINGS_NAMED_MAX = 10

/** The budget, locked until the transaction ends, so that orders use it one after the other. */
export const lockBudget = async (tx: Tx, { packageId, token }: BudgetName): Promise<Budget> => {
  const { rows } = await tx.query<Budget>({
    name: 'package_budget_lock',
    text: `SELECT ${BUDGET} FROM package_budget WHERE package_id = $1 AND token = $2 FOR UPDATE`,
    values: [packageId, token],
  })
  return rows[0] ?? NO_BUDGET
}

/**
 * The transactions that funded the next `income` of a locked budget, first in, first out. If there are more
 * than FUNDINGS_NAMED_MAX, those that funded the largest parts: fundings of one wei, which anyone may send,
 * cannot hide the others. A funding is read only for the positions it pays for, and one of a wei pays for a
 * single one.
 */
const fundingsOf = async (
  tx: Tx,
  { packageId, token }: BudgetName,
  { from, income }: { from: bigint; income: bigint },
): Promise<string[]> => {
  const { rows } = await tx.query<{ tx_hash: string }>({
    name: 'package_fundings_of',
    text: `SELECT tx_hash FROM (
        SELECT tx_hash, min(funded_before) AS since,
          sum(least(funded_before + amount, $4) - greatest(funded_before, $3)) AS share
        FROM package_funding
        WHERE package_id = $1 AND token = $2 AND funded_before < $4 AND funded_before >= (
          SELECT max(funded_before) FROM package_funding
          WHERE package_id = $1 AND token = $2 AND funded_before <= $3)
        GROUP BY tx_hash ORDER BY share DESC, since LIMIT $5) AS named
      ORDER BY since`,
    values: [packageId, token, from, from + income, FUNDINGS_NAMED_MAX],
  })
  return rows.map((row) => row.tx_hash)
}

/**
 * Takes the income of a whole term, due at `until`, out of a budget that the caller has locked and that
 * covers it. Returns the transactions that funded it. The caller posts the journal.
 */
export const takeFromBudget = async (
  tx: Tx,
  name: BudgetName,
  { budget, income, until }: { readonly budget: Budget; readonly income: bigint; readonly until: bigint },
): Promise<string[]> => {
  if (income === 0n) return []
  if (income > budget.left)
    throw new FatalError(`package ${name.packageId} has ${budget.left} of ${income} left`)
  await tx.query({
    name: 'package_budget_take',
    text: `UPDATE package_budget SET left_amount = left_amount - $3, committed_until = greatest(committed_until, $4)
      WHERE package_id = $1 AND token = $2`,
    values: [name.packageId, name.token, income, until],
  })
  return fundingsOf(tx, name, { from: budget.funded - budget.left, income })
}

export interface NewFunding extends BudgetName {
  /** The event's key. */
  readonly key: string
  readonly amount: bigint
  readonly source: LowerHex
  readonly memo: string
  /** Unix seconds of its block. */
  readonly at: bigint
  readonly txHash: LowerHex
}

export const addToBudget = async (tx: Tx, funding: NewFunding): Promise<void> => {
  const { key, packageId, token, amount, source, memo, at, txHash } = funding
  const { rows } = await tx.query<{ before: bigint }>({
    name: 'package_budget_add',
    text: `INSERT INTO package_budget AS b (package_id, token, left_amount, funded) VALUES ($1, $2, $3, $3)
      ON CONFLICT (package_id, token) DO UPDATE
        SET left_amount = b.left_amount + excluded.left_amount, funded = b.funded + excluded.funded
      RETURNING funded - $3 AS before`,
    values: [packageId, token, amount],
  })
  await tx.query({
    name: 'package_funding_insert',
    text: `INSERT INTO package_funding (key, package_id, token, amount, funded_before, source, memo, at, tx_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [key, packageId, token, amount, rows[0]?.before, source, memo, at, txHash],
  })
}

/** The current budget, unlocked: for quotes and lists. */
export const readBudget = async (reader: Reader, { packageId, token }: BudgetName): Promise<Budget> => {
  const { rows } = await reader.query<Budget>({
    name: 'package_budget_read',
    text: `SELECT ${BUDGET} FROM package_budget WHERE package_id = $1 AND token = $2`,
    values: [packageId, token],
  })
  return rows[0] ?? NO_BUDGET
}

/** A package's budget in one token. */
export interface NamedBudget extends BudgetName, Budget {
  /** Maturity of the last position, Unix seconds; null before the first position. */
  readonly committedUntil: bigint | null
  /** Withheld by decision of two operators, base units. If it exceeds `left`, nothing is open. */
  readonly withheld: bigint
}

/**
 * Budgets of existing packages, by package. Anyone may fund any package number, so the number of budgets
 * without a package is unbounded. These are stored, and listed once their package exists; the ledger
 * (`readReserves`) includes them in the vault's pools.
 */
const BUDGETS_OF_PACKAGES =
  'package p CROSS JOIN LATERAL (SELECT * FROM package_budget WHERE package_id = p.id OFFSET 0) b'

/** Budgets of all packages that were funded: at most one row for each package and token. */
export const allBudgets = async (reader: Reader): Promise<NamedBudget[]> => {
  const { rows } = await reader.query<NamedBudget>({
    name: 'package_budgets',
    text: `SELECT b.package_id AS "packageId", b.token, ${BUDGET}, b.withheld, b.committed_until AS "committedUntil"
      FROM ${BUDGETS_OF_PACKAGES} ORDER BY b.package_id, b.token`,
  })
  return rows
}

/**
 * The newest fundings of each package's budgets, at most `each`. Fundings below one token are left out, since
 * anyone can send thousands of them.
 */
export const latestFundings = async (reader: Reader, { each }: { each: number }): Promise<NewFunding[]> => {
  const { rows } = await reader.query<NewFunding>({
    name: 'package_fundings_latest',
    text: `SELECT f.key, f.package_id AS "packageId", f.token, f.amount, f.source, f.memo, f.at, f.tx_hash AS "txHash"
      FROM ${BUDGETS_OF_PACKAGES} CROSS JOIN LATERAL (
        SELECT * FROM package_funding WHERE package_id = b.package_id AND token = b.token AND amount >= 1e18
        ORDER BY funded_before DESC LIMIT $1) f
      ORDER BY f.package_id, f.token, f.funded_before DESC`,
    values: [each],
  })
  return rows
}

/** The withheld part of a budget, locked until the transaction ends; undefined if it was never funded. */
export const lockWithheld = async (tx: Tx, { packageId, token }: BudgetName): Promise<bigint | undefined> => {
  const { rows } = await tx.query<{ withheld: bigint }>({
    name: 'package_budget_lock_withheld',
    text: 'SELECT withheld FROM package_budget WHERE package_id = $1 AND token = $2 FOR UPDATE',
    values: [packageId, token],
  })
  return rows[0]?.withheld
}

/**
 * Sets the withheld part. Only for the operator module, after two operators agreed. Amounts committed to
 * positions do not change.
 */
export const withholdBudget = async (
  tx: Tx,
  { packageId, token, withheld }: BudgetName & { readonly withheld: bigint },
): Promise<void> => {
  await tx.query({
    name: 'package_budget_withhold',
    text: 'UPDATE package_budget SET withheld = $3 WHERE package_id = $1 AND token = $2',
    values: [packageId, token, withheld],
  })
}

/** Returns income that a position will not pay to the budget it came from. The caller posts the journal. */
export const returnToBudget = async (
  tx: Tx,
  { packageId, token }: BudgetName,
  income: bigint,
): Promise<void> => {
  await tx.query({
    name: 'package_budget_return',
    text: 'UPDATE package_budget SET left_amount = left_amount + $3 WHERE package_id = $1 AND token = $2',
    values: [packageId, token, income],
  })
}
