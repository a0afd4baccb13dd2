/** Positions as shown to their owner (requirement §7, legacy: getPackageOrderList). */
import type { PackagePosition as PositionAnswer } from '@dr/protocol/calls/packages'
import type { Reader } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { beforeCursor, type Page, toPage } from '../../../platform/pagination.ts'
import type { PackageToken } from '../terms/terms.rules.ts'
import { accruedIncome, isMatured } from './position.rules.ts'

export interface Position {
  readonly id: bigint
  readonly packageId: number
  readonly token: PackageToken
  readonly incomeToken: PackageToken
  readonly principal: bigint
  readonly income: bigint
  readonly credited: bigint
  readonly startsAt: bigint
  readonly termDays: number
  readonly maturesAt: bigint
  readonly endedAt: bigint | null
  readonly origin: 'deposit' | 'reinvest'
  readonly reference: string
}

const SELECT = `SELECT id, package_id AS "packageId", token, income_token AS "incomeToken", principal, income, credited,
  starts_at AS "startsAt", term_days AS "termDays", matures_at AS "maturesAt", ended_at AS "endedAt",
  origin, reference FROM package_position`
const TX_HASH = /^chain:\d+:(0x[0-9a-f]{64}):/

export const findPosition = async (reader: Reader, id: bigint): Promise<Position> => {
  const { rows } = await reader.query<Position>({
    name: 'package_position_by_id',
    text: `${SELECT} WHERE id = $1`,
    values: [id],
  })
  const [position] = rows
  if (!position) throw new FatalError(`there is no position ${id}`)
  return position
}

type PositionState = PositionAnswer['state']

const stateOf = (position: Position, now: bigint): PositionState => {
  if (position.endedAt !== null) return 'ended'
  return isMatured(position, now) ? 'matured' : 'accruing'
}

/** A position at `now`, the chain's clock, with its accrued income, credited or not. */
export const positionAnswer = (position: Position, now: bigint): PositionAnswer => ({
  positionId: position.id.toString(),
  packageId: position.packageId,
  token: position.token,
  incomeToken: position.incomeToken,
  principal: position.principal.toString(),
  income: position.income.toString(),
  // Ended early, its income is what was credited before.
  accrued: (position.endedAt === null ? accruedIncome(position, now) : position.credited).toString(),
  credited: position.credited.toString(),
  startsAt: Number(position.startsAt),
  termDays: position.termDays,
  maturesAt: Number(position.maturesAt),
  state: stateOf(position, now),
  endedAt: position.endedAt === null ? null : Number(position.endedAt),
  origin: position.origin,
  txHash: TX_HASH.exec(position.reference)?.[1] ?? null,
})

/** Accrued income of all of a user's positions that is not credited yet; it is credited at maturity. */
export const pendingIncome = async (
  reader: Reader,
  { userId, now }: { readonly userId: UserId; readonly now: bigint },
): Promise<Readonly<Record<PackageToken, bigint>>> => {
  const { rows } = await reader.query<{ token: PackageToken; pending: bigint }>({
    name: 'package_position_pending',
    text: `SELECT income_token AS token,
        sum(div(income * least((greatest($2 - starts_at, 0)) / 86400, term_days), term_days) - credited) AS pending
      FROM package_position WHERE user_id = $1 AND next_due_at IS NOT NULL GROUP BY income_token`,
    values: [userId, now],
  })
  const of = (token: PackageToken) => rows.find((row) => row.token === token)?.pending ?? 0n
  return { USDT: of('USDT'), DR: of('DR') }
}

/** A user's positions, newest first, optionally of one state. Throws BAD_PARAMETER for an invalid cursor. */
export const listPositions = async (
  reader: Reader,
  query: {
    readonly userId: UserId
    readonly now: bigint
    readonly state?: PositionState | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<Page<Position>> => {
  const { userId, now, state, cursor, limit } = query
  const { rows } = await reader.query<Position>({
    name: 'package_position_list',
    text: `${SELECT} WHERE user_id = $1 AND id < $2 AND ($3::text IS NULL OR
        CASE WHEN ended_at IS NOT NULL THEN 'ended' WHEN matures_at <= $4 THEN 'matured' ELSE 'accruing' END = $3)
      ORDER BY id DESC LIMIT $5`,
    values: [userId, beforeCursor(cursor), state ?? null, now, limit + 1],
  })
  return toPage(rows, { limit, idOf: ({ id }) => id, itemOf: (position) => position })
}
