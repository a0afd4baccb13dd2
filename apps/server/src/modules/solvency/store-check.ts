import type { Tx } from '../../platform/database/database.ts'
import { isCovered, type VaultReserve } from '../withdrawal/index.ts'

/** A vault and token whose shortfall began or ended with this comparison. */
export interface ShortfallChange {
  readonly vault: number
  readonly token: string
  readonly change: 'began' | 'ended'
}

const storeRows = async (tx: Tx, reserves: readonly VaultReserve[]): Promise<void> => {
  await tx.query({
    name: 'reserve_check_store',
    text: `INSERT INTO reserve_check (vault, token, block_number, at, reserve, booked, owed, pools)
      SELECT * FROM unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::numeric[], $6::numeric[],
        $7::numeric[], $8::numeric[]) AS c (vault, token) ORDER BY c.vault, c.token
      ON CONFLICT (vault, token) DO UPDATE SET block_number = excluded.block_number, at = excluded.at,
        reserve = excluded.reserve, booked = excluded.booked, owed = excluded.owed, pools = excluded.pools
        WHERE reserve_check.block_number < excluded.block_number`,
    values: [
      reserves.map(({ vault }) => vault),
      reserves.map(({ token }) => token),
      reserves.map(({ blockNumber }) => blockNumber),
      reserves.map(({ blockTime }) => blockTime),
      reserves.map(({ reserve }) => reserve),
      reserves.map(({ booked }) => booked),
      reserves.map(({ owed }) => owed),
      reserves.map(({ pools }) => pools),
    ],
  })
}

const openShortfall = async (tx: Tx, { vault, token, blockNumber, blockTime, shortfall }: VaultReserve) => {
  const { rows } = await tx.query<{ began: boolean }>({
    name: 'reserve_shortfall_open',
    text: `INSERT INTO reserve_shortfall AS s (vault, token, since_block, since, worst) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (vault, token) WHERE until IS NULL DO UPDATE SET worst = greatest(s.worst, excluded.worst)
      RETURNING s.since_block = $3 AS began`,
    values: [vault, token, blockNumber, blockTime, shortfall],
  })
  return rows[0]?.began === true
}

const endShortfall = async (tx: Tx, { vault, token, blockNumber, blockTime }: VaultReserve) => {
  const { rowCount } = await tx.query({
    name: 'reserve_shortfall_end',
    text: `UPDATE reserve_shortfall SET until_block = $3, until = $4
      WHERE vault = $1 AND token = $2 AND until IS NULL`,
    values: [vault, token, blockNumber, blockTime],
  })
  return rowCount > 0
}

/** Stores a comparison of all vaults and tokens, and returns the shortfalls that began or ended. */
export const storeCheck = async (tx: Tx, reserves: readonly VaultReserve[]): Promise<ShortfallChange[]> => {
  await storeRows(tx, reserves)
  const changes: ShortfallChange[] = []
  for (const reserve of reserves) {
    const { vault, token } = reserve
    const covered = isCovered(reserve)
    const changed = covered ? await endShortfall(tx, reserve) : await openShortfall(tx, reserve)
    if (changed) changes.push({ vault, token, change: covered ? 'ended' : 'began' })
  }
  return changes
}
