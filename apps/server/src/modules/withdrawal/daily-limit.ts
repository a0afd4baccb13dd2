import { WITHDRAWAL_DAILY_LIMIT_USD } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'

/**
 * Refuses what would go above 10,000 USD on `day` (UTC, the product's clock): 1042. Every withdrawal created that day
 * counts, lapsed ones too; one that another voucher closed counts for nothing (record-withdrawal.ts).
 */
export const requireWithinDailyLimit = async (
  tx: Tx,
  { userId, day, usdValue }: { userId: UserId; day: string; usdValue: bigint },
): Promise<void> => {
  const { rows } = await tx.query<{ used: bigint }>({
    name: 'withdrawal_used_today',
    text: 'SELECT coalesce(sum(usd_value), 0) AS used FROM withdrawal WHERE user_id = $1 AND day = $2::date',
    values: [userId, day],
  })
  const used = rows[0]?.used ?? 0n
  if (used + usdValue <= WITHDRAWAL_DAILY_LIMIT_USD) return
  throw new AppError('WITHDRAWAL_LIMIT_REACHED', {
    details: { reason: 'daily-usd', limit: WITHDRAWAL_DAILY_LIMIT_USD.toString(), used: used.toString() },
  })
}
