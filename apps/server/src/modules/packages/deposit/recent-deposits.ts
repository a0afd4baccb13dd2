import { RECENT_DEPOSIT_SECONDS, RECENT_PRINCIPAL_SECONDS } from '@dr/protocol/rules/recent-deposits'
import type { Reader } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

/**
 * What an address deposited recently at `now` and is not locked in a package (ADR 0059): returned deposits of
 * 30 days, and principal of 7 that has matured already. Whatever has left since is counted too. By token, of
 * those with any.
 */
export const recentDeposits = async (
  reader: Reader,
  { address, now }: { readonly address: LowerHex; readonly now: bigint },
): Promise<ReadonlyMap<PackageToken, bigint>> => {
  const { rows } = await reader.query<{ token: PackageToken; amount: bigint }>({
    name: 'package_deposit_recent',
    text: `SELECT d.token, sum(d.amount) AS amount
      FROM package_deposit d LEFT JOIN package_position p ON p.id = d.position_id
      WHERE d.address = $1 AND d.at > $2 AND (d.outcome = 'returned' OR p.principal_returned AND d.at > $3)
      GROUP BY d.token`,
    values: [address, now - RECENT_DEPOSIT_SECONDS, now - RECENT_PRINCIPAL_SECONDS],
  })
  return new Map(rows.map(({ token, amount }) => [token, amount]))
}
