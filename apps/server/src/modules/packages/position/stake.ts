import type { Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

/**
 * A principal that is staked from `startsAt` (included) to `maturesAt` (excluded), both Unix seconds,
 * independent of when it is credited.
 */
export interface Stake {
  readonly positionId: bigint
  readonly userId: UserId
  readonly token: PackageToken
  /** Base units. */
  readonly principal: bigint
  /** USD, 18 decimals, fixed for its whole term. */
  readonly value: bigint
  readonly startsAt: bigint
  readonly maturesAt: bigint
  /** `chain:…`, the deposit's event; `order:<uuid>`, the reinvestment. */
  readonly reference: string
}

/**
 * Called for every position that begins, in its transaction, by modules that count stakes. Wired in `bin`.
 */
export type StakeBegun = (tx: Tx, stake: Stake) => Promise<void>

/** Called in its transaction when a claim on chain ends positions before their maturity, at `at` (Unix seconds). */
export type StakeEnded = (
  tx: Tx,
  end: { readonly positionIds: readonly bigint[]; readonly at: bigint },
) => Promise<void>
