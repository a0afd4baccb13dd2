import type { ResponseOf } from '@dr/protocol/call'
import type { overview } from '@dr/protocol/calls/public'

export type Reserve = ResponseOf<typeof overview>['reserves'][number]

/** All the ledger holds against a vault: owed to users, and funded pools that are not yet anybody's. */
export const liability = ({ owed, pools }: Reserve): bigint => BigInt(owed) + BigInt(pools)

export const isCovered = (line: Reserve): boolean => BigInt(line.reserve) >= liability(line)

/** Reserve against liability in whole percent, cut; null when nothing is owed. */
export function coveragePercent(line: Reserve): number | null {
  const owed = liability(line)
  return owed === 0n ? null : Number((BigInt(line.reserve) * 100n) / owed)
}
