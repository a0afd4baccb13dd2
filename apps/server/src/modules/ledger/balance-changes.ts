import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'

/**
 * Maximum number of postings read of each account and side: bounds a page's cost, however long the history
 * is.
 */
const POSTINGS_MAX = 1_000

export type HistoryToken = 'USDT' | 'DR'

export interface BalanceChanges {
  /** Sums of all accounts: available, held and locked. */
  readonly balances: Readonly<Record<HistoryToken, bigint>>
  readonly changes: readonly {
    readonly token: HistoryToken
    /** Unix seconds divided by the bucket's length. */
    readonly bucket: bigint
    /** Inflow less outflow; movements between the user's accounts cancel out. */
    readonly change: bigint
  }[]
  /** Chain time, Unix seconds, before which postings were left out. Null: all were read. */
  readonly readFrom: bigint | null
}

/**
 * Newest first by each account's own index, cut at the limit; a side that was cut sets the earliest time for
 * all of them, so that the sums are complete from there on.
 */
const CHANGES = `
  WITH mine AS (
    SELECT id, token, balance FROM ledger_account WHERE user_id = $1 AND token IN ('USDT', 'DR')
  ), line AS (
    SELECT mine.id AS account, 1 AS side, mine.token, p.* FROM mine CROSS JOIN LATERAL (
      SELECT id, journal_id, amount AS change FROM posting WHERE to_account = mine.id ORDER BY id DESC LIMIT $2
    ) p
    UNION ALL
    SELECT mine.id AS account, -1 AS side, mine.token, p.* FROM mine CROSS JOIN LATERAL (
      SELECT id, journal_id, -amount AS change FROM posting WHERE from_account = mine.id ORDER BY id DESC LIMIT $2
    ) p
  ), edge AS (
    SELECT max(first) AS id FROM (
      SELECT min(id) AS first FROM line GROUP BY account, side HAVING count(*) >= $2
    ) cut
  ), bucket AS (
    SELECT line.token, floor(extract(epoch FROM j.at) / $3)::bigint AS bucket, sum(line.change) AS change
    FROM line JOIN journal j ON j.id = line.journal_id CROSS JOIN edge
    WHERE edge.id IS NULL OR line.id >= edge.id
    GROUP BY 1, 2
  )
  SELECT
    (SELECT coalesce(json_object_agg(token, balance), '{}') FROM (
      SELECT token, sum(balance)::text AS balance FROM mine GROUP BY token
    ) total) AS balances,
    (SELECT coalesce(json_agg(json_build_array(token, bucket::text, change::text)), '[]') FROM bucket
      WHERE change <> 0) AS changes,
    (SELECT floor(extract(epoch FROM j.at))::bigint FROM edge
      JOIN posting p ON p.id = edge.id JOIN journal j ON j.id = p.journal_id) AS read_from`

interface Row {
  balances: Partial<Record<HistoryToken, string>>
  changes: readonly (readonly [HistoryToken, string, string])[]
  read_from: bigint | null
}

/**
 * The balances of a user's accounts and their changes in each interval of `bucketSeconds`, from one snapshot.
 */
export const balanceChanges = async (
  reader: Reader,
  query: { readonly userId: UserId; readonly bucketSeconds: bigint; readonly postingsMax?: number },
): Promise<BalanceChanges> => {
  const { userId, bucketSeconds, postingsMax = POSTINGS_MAX } = query
  const { rows } = await reader.query<Row>({
    name: 'ledger_balance_changes',
    text: CHANGES,
    values: [userId, postingsMax, bucketSeconds],
  })
  const { balances = {}, changes = [], read_from: readFrom = null } = rows[0] ?? {}
  return {
    balances: { USDT: BigInt(balances.USDT ?? 0), DR: BigInt(balances.DR ?? 0) },
    changes: changes.map(([token, bucket, change]) => ({
      token,
      bucket: BigInt(bucket),
      change: BigInt(change),
    })),
    readFrom,
  }
}
