import { AppError } from '../../platform/app-error.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { readParameter } from '../parameters/index.ts'

/**
 * Total of a user's withdrawals of one UTC day that counts against the limit, over all accounts, in USD with
 * 18 decimals. Every one created that day counts, including expired ones, except those that another voucher
 * superseded (release-withdrawal.ts).
 */
export const usedUsd = async (
  reader: Reader,
  { userId, day }: { readonly userId: UserId; readonly day: string },
): Promise<bigint> => {
  const { rows } = await reader.query<{ used: bigint }>({
    name: 'withdrawal_used_today',
    text: 'SELECT coalesce(sum(usd_value), 0) AS used FROM withdrawal WHERE user_id = $1 AND day = $2::date',
    values: [userId, day],
  })
  return rows[0]?.used ?? 0n
}

/**
 * Throws 1042 for a withdrawal above the day's limit (default 10,000 USD) on `day` (UTC, by the chain's
 * clock).
 */
export const requireWithinDailyLimit = async (
  tx: Tx,
  { userId, day, usdValue }: { userId: UserId; day: string; usdValue: bigint },
): Promise<void> => {
  const used = await usedUsd(tx, { userId, day })
  const limit = await readParameter(tx, 'withdrawal-daily-limit')
  if (used + usdValue <= limit) return
  throw new AppError('WITHDRAWAL_LIMIT_REACHED', {
    details: { reason: 'daily-usd', limit: limit.toString(), used: used.toString() },
  })
}
