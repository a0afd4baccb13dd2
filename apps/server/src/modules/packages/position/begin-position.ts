import type { Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { recordActivity } from '../../activity/index.ts'
import { type NewJournal, postAllJournals } from '../../ledger/index.ts'
import { type available, locked, move } from '../accounts.ts'
import { type Budget, takeFromBudget } from '../budget/budget.ts'
import type { PackageToken } from '../terms/terms.rules.ts'
import { maturityOf } from './position.rules.ts'
import type { StakeBegun } from './stake.ts'

export interface NewPosition {
  readonly userId: UserId
  readonly packageId: number
  readonly token: PackageToken
  readonly incomeToken: PackageToken
  readonly principal: bigint
  /** Value of the principal in USD, 18 decimals. */
  readonly value: bigint
  /** Income of the whole term. */
  readonly income: bigint
  readonly termDays: number
  /** Unix seconds. */
  readonly startsAt: bigint
  readonly origin: 'deposit' | 'reinvest'
  /** `chain:…` or `order:<uuid>`, unique. */
  readonly reference: string
  /** Idempotency key of a reinvestment, unique for each user. */
  readonly requestId?: string | undefined
}

/** Journal that moves the principal to `user-locked`. */
export type PrincipalJournal = Pick<NewJournal, 'key' | 'reason' | 'source'> & {
  readonly from: 'chain' | ReturnType<typeof available>
}

const insertPosition = async (
  tx: Tx,
  position: NewPosition,
  fundedBy: readonly string[],
): Promise<bigint> => {
  const { packageId, token, incomeToken, principal, value, income, startsAt, termDays, reference } = position
  const { rows } = await tx.query<{ id: bigint }>({
    name: 'package_position_insert',
    text: `INSERT INTO package_position (user_id, package_id, token, income_token, principal, value, income, starts_at,
        term_days, matures_at, next_due_at, origin, reference, funded_by, request_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13, $14) RETURNING id`,
    values: [
      position.userId,
      packageId,
      token,
      incomeToken,
      principal,
      value,
      income,
      startsAt,
      termDays,
      maturityOf(position),
      position.origin,
      reference,
      JSON.stringify(fundedBy),
      position.requestId ?? null,
    ],
  })
  const id = rows[0]?.id
  if (id === undefined) throw new FatalError(`the position of ${reference} was not written`)
  return id
}

/**
 * Begins a position: locks the principal, and moves its income from the budget, which the caller has locked,
 * to the committed account. To avoid deadlocks, rows are locked before accounts, and all accounts at once, in
 * id order.
 */
export const beginPosition = async (
  tx: Tx,
  position: NewPosition,
  means: {
    readonly budget: Budget
    readonly at: Date
    readonly principal: PrincipalJournal
    readonly stakeBegun: StakeBegun
  },
): Promise<bigint> => {
  const { userId, packageId, token, incomeToken, income, reference } = position
  const { budget, at, stakeBegun } = means
  const { from, ...principal } = means.principal
  const fundedBy = await takeFromBudget(
    tx,
    { packageId, token: incomeToken },
    { budget, income, until: maturityOf(position) },
  )
  const id = await insertPosition(tx, position, fundedBy)
  const lock = move(token, { from, to: locked(userId), amount: position.principal })
  const commit = move(incomeToken, { from: 'package-budget', to: 'package-committed', amount: income })
  const committed: NewJournal = {
    key: `${reference}:commit`,
    reason: 'package.commit',
    at,
    source: { kind: 'package', positionId: id.toString(), packageId, fundedBy },
    postings: [commit],
  }
  const { principal: staked, value, startsAt } = position
  await stakeBegun(tx, {
    positionId: id,
    userId,
    token,
    principal: staked,
    value,
    startsAt,
    reference,
    maturesAt: maturityOf(position),
  })
  await recordActivity(tx, [{ userId, kind: 'staked', at: startsAt, amount: value }])
  await postAllJournals(tx, [{ ...principal, at, postings: [lock] }, ...(income > 0n ? [committed] : [])])
  return id
}
