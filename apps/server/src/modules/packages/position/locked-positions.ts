import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

export interface LockedPosition {
  readonly id: bigint
  readonly token: PackageToken
  /** Base units. */
  readonly principal: bigint
  /** Unix seconds. */
  readonly maturesAt: bigint
}

/** Positions before maturity, soonest first, after the position of `after`. */
export const lockedPositions = async (
  reader: Reader,
  query: { userId: UserId; now: bigint; after: bigint | undefined; limit: number },
): Promise<LockedPosition[]> => {
  const { rows } = await reader.query<LockedPosition>({
    name: 'package_position_locked',
    text: `SELECT id, token, principal, matures_at AS "maturesAt" FROM package_position p
      WHERE user_id = $1 AND matures_at > $2 AND ended_at IS NULL AND ($3::bigint IS NULL OR (matures_at, id) >
        (SELECT matures_at, id FROM package_position WHERE id = $3 AND user_id = $1))
      ORDER BY matures_at, id LIMIT $4`,
    values: [query.userId, query.now, query.after ?? null, query.limit],
  })
  return rows
}

/** Unix seconds; 0 for a position that does not exist. */
export const positionMaturity = async (reader: Reader, id: bigint): Promise<bigint> => {
  const { rows } = await reader.query<{ maturesAt: bigint }>({
    name: 'package_position_maturity',
    text: 'SELECT matures_at AS "maturesAt" FROM package_position WHERE id = $1',
    values: [id],
  })
  return rows[0]?.maturesAt ?? 0n
}
