/**
 * Credits what packages owe by now: income of the days that are over, and matured principal (PRODUCT.md 8).
 * The result does not depend on when or how often it runs, on the batch size, or on whether it runs for one
 * user or for all.
 */
import { dateOfUnix } from '../../../platform/chain/chain-clock.ts'
import type { Database, Reader, Tx } from '../../../platform/database/database.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'
import { recordActivity } from '../../activity/index.ts'
import { type NewJournal, postAllJournals } from '../../ledger/index.ts'
import { available, locked, move } from '../accounts.ts'
import { type Depositor, takeUnattributed } from '../deposit/attribute-deposits.ts'
import type { PackageToken } from '../terms/terms.rules.ts'
import { daysOver, dueOf, nextDueAt } from './position.rules.ts'
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
  starts_at: bigint
  term_days: number
  principal_returned: boolean
  funded_by: string[]
}

const COLUMNS = `id, user_id, package_id, token, income_token, principal, value, income, credited, starts_at,
  term_days, principal_returned, funded_by`

interface Credit {
  readonly row: DueRow
  readonly userId: UserId
  readonly income: bigint
  readonly principal: bigint
  readonly nextDueAt: bigint | null
  readonly days: bigint
}

const creditOf = (row: DueRow, now: bigint): Credit => {
  const position = {
    principal: row.principal,
    income: row.income,
    credited: row.credited,
    termDays: row.term_days,
    startsAt: row.starts_at,
    principalReturned: row.principal_returned,
  }
  return {
    row,
    userId: userIdOf(row.user_id),
    ...dueOf(position, now),
    nextDueAt: nextDueAt(position, now),
    days: daysOver(position, now),
  }
}

const journalsOf = ({ row, userId, income, principal, days }: Credit, at: Date): NewJournal[] => {
  const { id, package_id: packageId, token, income_token: incomeToken, funded_by: fundedBy } = row
  const source = { kind: 'package', positionId: id.toString(), packageId }
  const credit: NewJournal = {
    key: `position:${id}:day:${days}`,
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
    postings: [move(token, { from: locked(userId), to: available(userId), amount: principal })],
  }
  return [...(income > 0n ? [credit] : []), ...(principal > 0n ? [mature] : [])]
}

/** Writes what `rows`, locked by the caller, are owed at `now`, who posts the journals of it. */
const credit = async (tx: Tx, rows: readonly DueRow[], now: bigint): Promise<NewJournal[]> => {
  const credits = rows.map((row) => creditOf(row, now))
  await tx.query({
    name: 'package_position_credit',
    text: `UPDATE package_position p SET credited = p.credited + c.income,
        principal_returned = p.principal_returned OR c.principal > 0, next_due_at = c.next_due_at
      FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::bigint[]) AS c (id, income, principal, next_due_at)
      WHERE p.id = c.id`,
    values: [
      credits.map(({ row }) => row.id),
      credits.map(({ income }) => income),
      credits.map(({ principal }) => principal),
      credits.map((one) => one.nextDueAt),
    ],
  })
  await addCredited(
    tx,
    credits.flatMap(({ row, userId, income, principal }) => [
      ...(income > 0n ? [{ userId, token: row.income_token, amount: income }] : []),
      ...(principal > 0n ? [{ userId, token: row.token, amount: principal }] : []),
    ]),
  )
  const matured = credits.filter(({ principal }) => principal > 0n)
  await recordActivity(
    tx,
    matured.map(({ row, userId }) => ({ userId, kind: 'staked', at: now, amount: -row.value })),
  )
  return credits.flatMap((one) => journalsOf(one, dateOfUnix(now)))
}

/**
 * Credits at most `limit` positions, the longest due first; those locked by another transaction are skipped.
 * Returns how many.
 */
export const creditBatch = async (
  tx: Tx,
  { now, limit }: { readonly now: bigint; readonly limit: number },
): Promise<number> => {
  const { rows } = await tx.query<DueRow>({
    name: 'package_position_due',
    text: `SELECT ${COLUMNS} FROM package_position WHERE next_due_at <= $1 ORDER BY next_due_at, id LIMIT $2
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

/** Only looks: nothing is locked. */
const isDue = async (reader: Reader, { userId, address, now }: DueTo): Promise<boolean> => {
  const { rows } = await reader.query<{ due: boolean }>({
    name: 'package_due_of_any',
    text: `SELECT EXISTS (SELECT FROM package_position WHERE user_id = $1 AND next_due_at <= $2)
      OR EXISTS (SELECT FROM package_deposit WHERE address = $3 AND outcome = 'unattributed') AS due`,
    values: [userId, now, address],
  })
  return rows[0]?.due ?? false
}

/**
 * Credits one user: due amounts of positions, and deposits from before registering. Locks positions,
 * deposits, counters, then the accounts with one posting of journals; the batch and the attribution of
 * deposits lock in the same order.
 */
export const creditDueOf = async (tx: Tx, { userId, address, now }: DueTo): Promise<void> => {
  const { rows } = await tx.query<DueRow>({
    name: 'package_position_due_of',
    text: `SELECT ${COLUMNS} FROM package_position WHERE user_id = $1 AND next_due_at <= $2 ORDER BY id FOR UPDATE`,
    values: [userId, now],
  })
  const attributed = await takeUnattributed(tx, { userId, address, now })
  if (rows.length > 0) await lockCounters(tx, userId)
  const journals = [...attributed, ...(rows.length > 0 ? await credit(tx, rows, now) : [])]
  if (journals.length > 0) await postAllJournals(tx, journals)
}

/** The same in a transaction of its own; usually nothing is due, and then none is opened. */
export const settlePackages = async (database: Database, user: DueTo): Promise<void> => {
  if (await isDue(database.read, user)) await database.transaction((tx) => creditDueOf(tx, user))
}

/** Credits all users, batch by batch, each in a transaction of its own. */
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
