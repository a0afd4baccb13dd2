import type { Reader } from '../../platform/database/database.ts'

/** The node pool's own figures and the ledger disagree. `expected` (weeks) and `found` (ledger) in base units. */
export interface NodeFinding {
  readonly rule: 'node-pool-is-the-account'
  /** Token. */
  readonly subject: string
  readonly expected: bigint
  readonly found: bigint
}

/**
 * Whether the `node-pool` holds what the next close will share: what the last week carried over, and what came in since. An
 * empty list: all holds. For the hourly audit and for tests.
 */
export const auditNodes = async (reader: Reader): Promise<NodeFinding[]> => {
  const { rows } = await reader.query<Omit<NodeFinding, 'rule'>>({
    text: `SELECT * FROM (
        SELECT t.token AS subject,
          coalesce((SELECT CASE t.token WHEN 'USDT' THEN carried_usdt ELSE carried_dr END
            FROM node_week ORDER BY week DESC LIMIT 1), 0)
          + coalesce((SELECT sum(amount) FROM node_income i WHERE i.token = t.token
            AND i.week > coalesce((SELECT max(week) FROM node_week), -1)), 0) AS expected,
          coalesce((SELECT balance FROM ledger_account WHERE code = '2:' || t.token || ':node-pool'), 0) AS found
        FROM (VALUES ('USDT'), ('DR')) t (token)
      ) r WHERE expected <> found ORDER BY subject`,
  })
  return rows.map((row) => ({ rule: 'node-pool-is-the-account', ...row }))
}
