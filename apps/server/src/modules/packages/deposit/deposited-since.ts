import type { Reader } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

/**
 * Amounts, by token, that a user deposited after `since` and that no package locks (ADR 0059): returned
 * deposits and matured principal, less what reinvestments have locked again. Withdrawals since then are not
 * subtracted. Tokens without any are left out.
 */
export const depositedSince = async (
  reader: Reader,
  { userId, address, since }: { readonly userId: UserId; readonly address: LowerHex; readonly since: bigint },
): Promise<ReadonlyMap<PackageToken, bigint>> => {
  const { rows } = await reader.query<{ token: PackageToken; amount: bigint }>({
    name: 'package_deposited_since',
    text: `SELECT d.token, sum(d.amount) - coalesce((
          SELECT sum(r.principal) FROM package_position r
          WHERE r.user_id = $3 AND r.token = d.token AND r.origin = 'reinvest' AND NOT r.principal_returned
        ), 0) AS amount
      FROM package_deposit d LEFT JOIN package_position p ON p.id = d.position_id
      WHERE d.address = $1 AND d.at > $2 AND (d.outcome = 'returned' OR p.principal_returned)
      GROUP BY d.token`,
    values: [address, since, userId],
  })
  return new Map(rows.filter(({ amount }) => amount > 0n).map(({ token, amount }) => [token, amount]))
}
