import type { Reader } from '../../platform/database/database.ts'
import { AVERAGE_SECONDS, averageBetween, type Observation } from './average-at.rules.ts'
import type { PricedToken } from './read-price.ts'

const lastUntil = async (
  reader: Reader,
  { token, at }: { readonly token: PricedToken; readonly at: bigint },
): Promise<Observation | undefined> => {
  const { rows } = await reader.query<Observation>({
    name: 'price_observation_last',
    text: `SELECT timestamp, cumulative FROM price_observation WHERE token = $1 AND timestamp <= $2
      ORDER BY timestamp DESC LIMIT 1`,
    values: [token, at],
  })
  return rows[0]
}

/**
 * The average price of a token as of `at` (Unix seconds): between the last observation a day before and the last until
 * then, so that it is the same whenever it is asked, and by whomever. Null: one of them is missing.
 */
export const averageAt = async (
  reader: Reader,
  { token, at }: { readonly token: PricedToken; readonly at: bigint },
): Promise<bigint | null> => {
  const from = await lastUntil(reader, { token, at: at - AVERAGE_SECONDS })
  const to = await lastUntil(reader, { token, at })
  return from && to ? averageBetween(from, to) : null
}
