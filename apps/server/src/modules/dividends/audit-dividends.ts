import type { Reader } from '../../platform/database/database.ts'

/** The weekly pool's own figures and the ledger disagree. `expected` (weeks) and `found` (ledger) in base units. */
export interface DividendFinding {
  readonly rule: 'pool-is-the-account'
  /** Token. */
  readonly subject: string
  readonly expected: bigint
  readonly found: bigint
}

/**
 * Whether the `dividend-pool` holds what the next close will divide: what the last week carried over, and what came in since.
 * A close pays by the weeks' own figures; were the account short, no week could be closed. An empty list: all holds. For the
 * hourly audit and for tests.
 */
export const auditDividends = async (reader: Reader): Promise<DividendFinding[]> => {
  const { rows } = await reader.query<Omit<DividendFinding, 'rule'>>({
    text: `SELECT * FROM (
        SELECT t.token AS subject,
          coalesce((SELECT CASE t.token WHEN 'USDT' THEN carried_usdt ELSE carried_dr END
            FROM dividend_week ORDER BY week DESC LIMIT 1), 0)
          + coalesce((SELECT sum(amount) FROM dividend_income i WHERE i.token = t.token
            AND i.week > coalesce((SELECT max(week) FROM dividend_week), -1)), 0) AS expected,
          coalesce((SELECT balance FROM ledger_account WHERE code = '1:' || t.token || ':dividend-pool'), 0) AS found
        FROM (VALUES ('USDT'), ('DR')) t (token)
      ) r WHERE expected <> found ORDER BY subject`,
  })
  return rows.map((row) => ({ rule: 'pool-is-the-account', ...row }))
}
