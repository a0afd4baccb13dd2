import type { PackagePosition } from '@dr/protocol/calls/packages'
import { type Balance, partOf } from './balances.ts'

/**
 * Reason why locked principal is in no listed position: not read, on a later page, or matured and not
 * credited yet.
 */
type RestReason = 'unread' | 'more' | 'matured'

export interface Rest {
  readonly token: Balance['token']
  /** Base units, more than 0. */
  readonly amount: bigint
  readonly reason: RestReason
}

/**
 * Locked amount of each token beyond the listed principals: with it the rows add up to all that is locked.
 */
export const principalRest = (input: {
  readonly balances: readonly Balance[]
  /** Positions of the pages read so far. */
  readonly positions: readonly Pick<PackagePosition, 'token' | 'principal'>[]
  /** The last read failed: `positions` may be empty or old. */
  readonly failed: boolean
  readonly hasMore: boolean
}): readonly Rest[] => {
  const { balances, positions, failed, hasMore } = input
  const reason = failed ? 'unread' : hasMore ? 'more' : 'matured'
  const left = new Map<Balance['token'], bigint>()
  for (const balance of balances)
    left.set(balance.token, (left.get(balance.token) ?? 0n) + partOf(balance, 'locked'))
  for (const { token, principal } of positions) left.set(token, (left.get(token) ?? 0n) - BigInt(principal))
  return [...left].flatMap(([token, amount]) => (amount > 0n ? [{ token, amount, reason }] : []))
}
