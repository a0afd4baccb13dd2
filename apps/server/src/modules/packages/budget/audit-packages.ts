import type { Reader } from '../../../platform/database/database.ts'

/** A difference between the packages' tables (`expected`) and the ledger (`found`), in base units. */
export interface PackageFinding {
  readonly rule:
    | 'budgets-are-the-account'
    | 'committed-is-promised'
    | 'locked-is-principal'
    | 'counters-add-up'
    | 'unreturned-is-owed'
  /** Token, or user and token. */
  readonly subject: string
  readonly expected: bigint
  readonly found: bigint
}

const RULES: readonly { rule: PackageFinding['rule']; text: string }[] = [
  {
    rule: 'budgets-are-the-account',
    text: `SELECT t.token AS subject,
        coalesce((SELECT sum(left_amount) FROM package_budget b WHERE b.token = t.token), 0) AS expected,
        coalesce((SELECT balance FROM ledger_account WHERE code = '2:' || t.token || ':package-budget'), 0) AS found
      FROM (VALUES ('USDT'), ('DR')) t (token)`,
  },
  {
    rule: 'committed-is-promised',
    text: `SELECT t.token AS subject,
        coalesce((SELECT sum(income - credited) FROM package_position p WHERE p.income_token = t.token), 0) AS expected,
        coalesce((SELECT balance FROM ledger_account WHERE code = '2:' || t.token || ':package-committed'), 0) AS found
      FROM (VALUES ('USDT'), ('DR')) t (token)`,
  },
  {
    rule: 'locked-is-principal',
    text: `SELECT coalesce(p.user_id, a.user_id) || ':' || coalesce(p.token, a.token) AS subject,
        coalesce(p.sum, 0) AS expected, coalesce(a.balance, 0) AS found
      FROM (SELECT user_id, token, sum(principal) AS sum FROM package_position WHERE NOT principal_returned
          GROUP BY user_id, token) p
        FULL JOIN (SELECT user_id, token, balance FROM ledger_account WHERE vault = 2 AND kind = 'user-locked') a
          USING (user_id, token)`,
  },
  {
    rule: 'counters-add-up',
    text: `SELECT user_id || ':' || token AS subject, coalesce(c.sum, 0) AS expected, coalesce(u.credited, 0) AS found
      FROM (SELECT user_id, token, sum(amount) AS sum FROM (
          SELECT user_id, income_token AS token, credited AS amount FROM package_position
          UNION ALL SELECT user_id, token, principal FROM package_position WHERE principal_returned
        ) all_credits GROUP BY user_id, token) c
        FULL JOIN package_user u USING (user_id, token)`,
  },
  {
    // Unreturned deposits are at most what the account is owed, and at most what it deposited.
    rule: 'unreturned-is-owed',
    text: `SELECT b.account || ':' || b.token AS subject,
        least(b.unreturned, coalesce(o.sum, 0) + b.unattributed - b.pending, b.credited) AS expected,
        b.unreturned AS found
      FROM (SELECT *, free - paid - pending AS unreturned FROM account_book WHERE vault = 2) b
        LEFT JOIN users u ON u.address = b.account
        LEFT JOIN (SELECT user_id, token, sum(balance) AS sum FROM ledger_account
          WHERE vault = 2 AND kind IN ('user-available', 'user-held', 'user-locked') GROUP BY user_id, token) o
          ON o.user_id = u.id AND o.token = b.token
      WHERE b.unreturned > 0`,
  },
]

/**
 * Compares the packages' tables with the ledger: budgets with `package-budget`, promised income with
 * `package-committed`, principal with each user's `user-locked`, unreturned deposits with what each user is
 * owed. Returns the differences. For the hourly audit and for tests.
 */
export const auditPackages = async (reader: Reader): Promise<PackageFinding[]> => {
  const findings: PackageFinding[] = []
  for (const { rule, text } of RULES) {
    const { rows } = await reader.query<Omit<PackageFinding, 'rule'>>({
      text: `SELECT * FROM (${text}) r WHERE expected <> found ORDER BY subject`,
    })
    findings.push(...rows.map((row) => ({ rule, ...row })))
  }
  return findings
}
