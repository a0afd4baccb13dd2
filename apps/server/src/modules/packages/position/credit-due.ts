/**
 * Credits matured positions: principal and income together. The result does not depend on when or how often
 * it runs, on the batch size, or on whether it runs for one user or for all.
 */
import { dateOfUnix } from '../../../platform/chain/chain-clock.ts'
import type { Database, Reader, Tx } from '../../../platform/database/database.ts'
import { userIdOf } from '../../../platform/ids.ts'
import { recordActivity } from '../../activity/index.ts'
import { type NewJournal, postAllJournals } from '../../ledger/index.ts'
import { available, locked, move } from '../accounts.ts'
import { type Depositor, takeUnattributed } from '../deposit/attribute-deposits.ts'
import type { PackageToken } from '../terms/terms.rules.ts'
import { addCredited, lockCounters } from './user-counters.ts'

const CREDIT_BATCH_DEFAULT = 500

interface DueRow {
  id: bigint
  user_id: bigint
  package_id: number
  token: PackageToken
  income_token: PackageToken
  principal: bigint
  income: bigint
  credited: bigint
  value: bigint
  funded_by: string[]
}

const COLUMNS = `id, user_id, package_id, token, income_token, principal, value, income, credited, funded_by`
/** Matured at `$1` and not credited. */
const MATURED = 'next_due_at <= $1 AND matures_at <= $1'

/** Income not credited yet: all of it, except for positions from when income was credited daily. */
const incomeOf = ({ income, credited }: DueRow): bigint => income - credited

const journalsOf = (row: DueRow, at: Date): NewJournal[] => {
  const { id, package_id: packageId, token, income_token: incomeToken, funded_by: fundedBy } = row
  const userId = userIdOf(row.user_id)
  const income = incomeOf(row)
  const source = { kind: 'package', positionId: id.toString(), packageId }
  const paid: NewJournal = {
    key: `position:${id}:income`,
    reason: 'package.income',
    at,
    source: { ...source, fundedBy },
    postings: [move(incomeToken, { from: 'package-committed', to: available(userId), amount: income })],
  }
  const mature: NewJournal = {
    key: `position:${id}:mature`,
    reason: 'package.mature',
    at,
    source,
    postings: [move(token, { from: locked(userId), to: available(userId), amount: row.principal })],
  }
  return income > 0n ? [paid, mature] : [mature]
}

/**
 * Marks `rows`, matured and locked by the caller, as credited. Returns the journals for the caller to post.
 */
const credit = async (tx: Tx, rows: readonly DueRow[], now: bigint): Promise<NewJournal[]> => {
  await tx.query({
    name: 'package_position_credit',
    text: `UPDATE package_position SET credited = income, principal_returned = true, next_due_at = NULL
      WHERE id = ANY($1::bigint[])`,
    values: [rows.map(({ id }) => id)],
  })
  await addCredited(
    tx,
    rows.flatMap((row) => [
      { userId: userIdOf(row.user_id), token: row.income_token, amount: incomeOf(row) },
      { userId: userIdOf(row.user_id), token: row.token, amount: row.principal },
    ]),
  )
  await recordActivity(
    tx,
    rows.map((row) => ({ userId: userIdOf(row.user_id), kind: 'staked', at: now, amount: -row.value })),
  )
  return rows.flatMap((row) => journalsOf(row, dateOfUnix(now)))
}

/**
 * Credits at most `limit` matured positions, the longest due first, skipping those that another transaction
 * has locked. Returns their number.
 */
export const creditBatch = async (
  tx: Tx,
  { now, limit }: { readonly now: bigint; readonly limit: number },
): Promise<number> => {
  const { rows } = await tx.query<DueRow>({
    name: 'package_position_due',
    text: `SELECT ${COLUMNS} FROM package_position WHERE ${MATURED} ORDER BY next_due_at, id LIMIT $2
      FOR UPDATE SKIP LOCKED`,
    values: [now, limit],
  })
  if (rows.length > 0) await postAllJournals(tx, await credit(tx, rows, now))
  return rows.length
}

interface DueTo extends Depositor {
  /** Unix seconds. */
  readonly now: bigint
}

/** Whether anything is due to the user. Locks nothing. */
const isDue = async (reader: Reader, { userId, address, now }: DueTo): Promise<boolean> => {
  const { rows } = await reader.query<{ due: boolean }>({
    name: 'package_due_of_any',
    text: `SELECT EXISTS (SELECT FROM package_position WHERE user_id = $2 AND ${MATURED})
      OR EXISTS (SELECT FROM package_deposit WHERE address = $3 AND outcome = 'unattributed')
      OR EXISTS (SELECT FROM account_book WHERE account = $3 AND unattributed > 0) AS due`,
    values: [now, userId, address],
  })
  return rows[0]?.due ?? false
}

/**
 * Credits one user: matured positions, and deposits from before registering. Locks positions, deposits,
 * counters, then the accounts with one posting of journals; the batch and the attribution of deposits lock in
 * the same order.
 */
export const creditDueOf = async (tx: Tx, { userId, address, now }: DueTo): Promise<void> => {
  const { rows } = await tx.query<DueRow>({
    name: 'package_position_due_of',
    text: `SELECT ${COLUMNS} FROM package_position WHERE user_id = $2 AND ${MATURED} ORDER BY id FOR UPDATE`,
    values: [now, userId],
  })
  const attributed = await takeUnattributed(tx, { userId, address, now })
  if (rows.length > 0) await lockCounters(tx, userId)
  const journals = [...attributed, ...(rows.length > 0 ? await credit(tx, rows, now) : [])]
  if (journals.length > 0) await postAllJournals(tx, journals)
}

/** Runs `creditDueOf` in its own transaction; usually nothing is due, and none is opened. */
export const settlePackages = async (database: Database, user: DueTo): Promise<void> => {
  if (await isDue(database.read, user)) await database.transaction((tx) => creditDueOf(tx, user))
}

/** Credits all users, batch by batch, each in its own transaction. */
export const creditDue = async (
  database: Database,
  input: { readonly now: bigint; readonly signal: AbortSignal; readonly batch?: number },
): Promise<void> => {
  const { now, signal, batch = CREDIT_BATCH_DEFAULT } = input
  while (!signal.aborted) {
    const done = await database.transaction((tx) => creditBatch(tx, { now, limit: batch }))
    if (done < batch) return
  }
}

/**
 * Moves the due date of positions from when income was credited daily to their maturity (ADR 0069). Needed
 * once for each, as long as a released program begins such positions.
 */
export const waitForMaturity = async (database: Database, now: bigint): Promise<void> => {
  await database.transaction((tx) =>
    tx.query({
      name: 'package_position_wait',
      text: `UPDATE package_position SET next_due_at = matures_at WHERE id IN (
        SELECT id FROM package_position WHERE next_due_at <= $1 AND matures_at > $1
        ORDER BY next_due_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [now, CREDIT_BATCH_DEFAULT],
    }),
  )
}
