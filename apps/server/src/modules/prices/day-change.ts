import { BPS, DAY_SECONDS } from '@dr/protocol/constants'
import { allByToken, PRICED_TOKENS, type PricedToken } from '@dr/protocol/tokens'
import type { Reader } from '../../platform/database/database.ts'
import { MINUTE } from './history.rules.ts'

const changeOf = async (
  reader: Reader,
  { token, now }: { readonly token: PricedToken; readonly now: bigint },
): Promise<number | null> => {
  const { rows } = await reader.query<{ latest: bigint | null; before: bigint | null }>({
    name: 'pool_price_day_change',
    text: `SELECT
      (SELECT close FROM pool_price WHERE token = $1 AND minute <= $2 ORDER BY minute DESC LIMIT 1) AS latest,
      (SELECT close FROM pool_price WHERE token = $1 AND minute <= $3 ORDER BY minute DESC LIMIT 1) AS before`,
    values: [token, now / MINUTE, (now - BigInt(DAY_SECONDS)) / MINUTE],
  })
  const { latest = null, before = null } = rows[0] ?? {}
  return latest === null || before === null || before === 0n
    ? null
    : Number(((latest - before) * BPS) / before)
}

/**
 * Change of each pool's own price within the last 24 hours, in basis points, truncated; null if its history
 * is shorter.
 */
export const dayChangeBps = (reader: Reader, now: bigint): Promise<Record<PricedToken, number | null>> =>
  allByToken(PRICED_TOKENS, (token) => changeOf(reader, { token, now }))
