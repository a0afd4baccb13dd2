import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'

/**
 * `burned`: DR or DRGV destroyed through the product, USD. `staked`: principal that went into packages or
 * (negative) came back from them, USD. `pledged`: POD power pledged or (negative) unpledged, `bought`: POD
 * power bought; base units.
 */
export interface Activity {
  readonly userId: UserId
  readonly kind: 'burned' | 'staked' | 'pledged' | 'bought'
  /** Time of the event's block, or of the chain's clock. Unix seconds. */
  readonly at: bigint
  /** 0 creates no row. */
  readonly amount: bigint
}

/**
 * Appends users' activity in the transaction that causes it, so that it counts for their teams exactly once.
 */
export const recordActivity = async (tx: Tx, all: readonly Activity[]): Promise<void> => {
  const nonZero = all.filter(({ amount }) => amount !== 0n)
  if (nonZero.length === 0) return
  await tx.query({
    name: 'activity_record',
    text: `INSERT INTO activity (user_id, kind, at, amount)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::numeric[])`,
    values: [
      nonZero.map(({ userId }) => userId),
      nonZero.map(({ kind }) => kind),
      nonZero.map(({ at }) => at),
      nonZero.map(({ amount }) => amount),
    ],
  })
}
