import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { ACC_SCALE } from '../pool/accumulator.rules.ts'
import { readPool, readPosition } from '../pool/pool.ts'

/** DR that a user's machines have earned, funded and not collected, base units. */
export const accruedOf = async (
  reader: Reader,
  { userId, startTime }: { readonly userId: UserId; readonly startTime: bigint },
): Promise<bigint> => {
  const pool = await readPool(reader, startTime)
  const { position } = await readPosition(reader, { userId, pool })
  return position.accrued / ACC_SCALE
}
