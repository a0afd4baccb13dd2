/** The end of packages before their maturity, by a claim on chain (ADR 0073). */
import type { ChainNow } from '../../../platform/chain/chain-clock.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { recordActivity } from '../../activity/index.ts'
import { type NewJournal, postAllJournals } from '../../ledger/index.ts'
import { available, locked, move } from '../accounts.ts'
import { returnToBudget } from '../budget/budget.ts'
import type { PackageToken } from '../terms/terms.rules.ts'
import type { StakeEnded } from './stake.ts'
import { addCredited } from './user-counters.ts'

interface EndingRow {
  id: bigint
  package_id: number
  income_token: PackageToken
  principal: bigint
  /** Income that it will not pay. */
  unpaid: bigint
  value: bigint
}

export interface EarlyEnd {
  readonly userId: UserId
  readonly token: PackageToken
  /** Principal that has to become available. Base units. */
  readonly needed: bigint
  /** Time of the claim, Unix seconds. */
  readonly endedAt: bigint
  readonly now: ChainNow
  /** The claim's key. */
  readonly key: string
}

/** Locks the positions to end: the latest maturity first, until their principals are enough. */
const lockEnding = async (tx: Tx, { userId, token, needed }: EarlyEnd): Promise<EndingRow[]> => {
  const { rows } = await tx.query<EndingRow>({
    name: 'package_position_ending',
    text: `SELECT id, package_id, income_token, principal, income - credited AS unpaid, value FROM package_position
      WHERE user_id = $1 AND token = $2 AND NOT principal_returned ORDER BY matures_at DESC, id DESC FOR UPDATE`,
    values: [userId, token],
  })
  let freed = 0n
  return rows.filter(({ principal }) => {
    if (freed >= needed) return false
    freed += principal
    return true
  })
}

const journalsOf = (row: EndingRow, { userId, token, now: { at }, key }: EarlyEnd): NewJournal[] => {
  const { id, package_id: packageId, income_token: incomeToken, principal, unpaid } = row
  const source = { kind: 'package', positionId: id.toString(), packageId, claim: key }
  const ended: NewJournal = {
    key: `position:${id}:mature`,
    reason: 'package.ended',
    at,
    source,
    postings: [move(token, { from: locked(userId), to: available(userId), amount: principal })],
  }
  const released: NewJournal = {
    key: `position:${id}:uncommit`,
    reason: 'package.uncommit',
    at,
    source,
    postings: [move(incomeToken, { from: 'package-committed', to: 'package-budget', amount: unpaid })],
  }
  return unpaid > 0n ? [ended, released] : [ended]
}

/**
 * Ends as many positions as are needed: the whole principal of each becomes available, and the income that it
 * was promised goes back to its budget. The stake ends at the claim's time.
 */
export const endPositions = async (tx: Tx, end: EarlyEnd, stakeEnded: StakeEnded): Promise<void> => {
  const rows = await lockEnding(tx, end)
  if (rows.length === 0) return
  const { userId, token, endedAt, now } = end
  const ids = rows.map(({ id }) => id)
  await tx.query({
    name: 'package_position_end',
    text: `UPDATE package_position SET income = credited, principal_returned = true, next_due_at = NULL, ended_at = $2
      WHERE id = ANY($1::bigint[])`,
    values: [ids, endedAt],
  })
  await addCredited(
    tx,
    rows.map(({ principal }) => ({ userId, token, amount: principal })),
  )
  for (const { package_id: packageId, income_token, unpaid } of rows)
    await returnToBudget(tx, { packageId, token: income_token }, unpaid)
  await stakeEnded(tx, { positionIds: ids, at: endedAt })
  await recordActivity(
    tx,
    rows.map(({ value }) => ({ userId, kind: 'staked', at: now.timestamp, amount: -value })),
  )
  await postAllJournals(
    tx,
    rows.flatMap((row) => journalsOf(row, end)),
  )
}
