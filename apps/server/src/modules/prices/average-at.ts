import type { PricedToken } from '@dr/protocol/tokens'
import type { Reader } from '../../platform/database/database.ts'
import { AVERAGE_SECONDS, averageBetween, type Observation } from './average-at.rules.ts'

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
 * The average price of a token at a moment (`at`, Unix seconds), between the last observation a day before
 * and the last one until then, so that anyone computes the same at any time. Null: one of them is missing.
 */
export const averageAt = async (
  reader: Reader,
  { token, at }: { readonly token: PricedToken; readonly at: bigint },
): Promise<bigint | null> => {
  const from = await lastUntil(reader, { token, at: at - AVERAGE_SECONDS })
  const to = await lastUntil(reader, { token, at })
  return from && to ? averageBetween(from, to) : null
}

/** `averageAt` for several moments in one query: two look-ups by the primary key for each of them. */
export const averagesAt = async (
  reader: Reader,
  { token, at }: { readonly token: PricedToken; readonly at: readonly bigint[] },
): Promise<(bigint | null)[]> => {
  const { rows } = await reader.query<{
    from_time: bigint | null
    from_cumulative: bigint
    to_time: bigint | null
    to_cumulative: bigint
  }>({
    name: 'price_observations_at',
    text: `SELECT f.timestamp AS from_time, f.cumulative AS from_cumulative, t.timestamp AS to_time,
        t.cumulative AS to_cumulative
      FROM unnest($2::bigint[]) WITH ORDINALITY AS moment (at, number)
        LEFT JOIN LATERAL (SELECT timestamp, cumulative FROM price_observation
          WHERE token = $1 AND timestamp <= moment.at - $3 ORDER BY timestamp DESC LIMIT 1) f ON true
        LEFT JOIN LATERAL (SELECT timestamp, cumulative FROM price_observation
          WHERE token = $1 AND timestamp <= moment.at ORDER BY timestamp DESC LIMIT 1) t ON true
      ORDER BY moment.number`,
    values: [token, at, AVERAGE_SECONDS],
  })
  return rows.map(({ from_time, from_cumulative, to_time, to_cumulative }) =>
    from_time === null || to_time === null
      ? null
      : averageBetween(
          { timestamp: from_time, cumulative: from_cumulative },
          { timestamp: to_time, cumulative: to_cumulative },
        ),
  )
}
