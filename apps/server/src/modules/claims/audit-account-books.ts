import type { Reader } from '../../platform/database/database.ts'

/** A difference between an account's running totals (`found`) and the rows they come from, in base units. */
export interface AccountBookFinding {
  readonly rule: 'credited-came-in' | 'paid-left' | 'pending-is-open' | 'unattributed-is-the-account'
  /** Account, vault and token; or vault and token. */
  readonly subject: string
  readonly expected: bigint
  readonly found: bigint
}

const byAccount = (column: 'credited' | 'paid' | 'pending', sources: string): string =>
  `SELECT coalesce(s.account, b.account) || ':' || coalesce(s.vault, b.vault) || ':' || coalesce(s.token, b.token) AS subject,
      coalesce(s.sum, 0) AS expected, coalesce(b.${column}, 0) AS found
    FROM (SELECT account, vault, token, sum(amount) AS sum FROM (${sources}) a GROUP BY account, vault, token) s
      FULL JOIN account_book b ON b.account = s.account AND b.vault = s.vault AND b.token = s.token`

const RULES: readonly { rule: AccountBookFinding['rule']; text: string }[] = [
  {
    rule: 'credited-came-in',
    text: byAccount(
      'credited',
      `SELECT address AS account, 2 AS vault, token, amount FROM package_deposit
        UNION ALL SELECT receiver, vault, token, amount FROM vault_claim WHERE kind = 'transfer'`,
    ),
  },
  {
    rule: 'paid-left',
    text: byAccount(
      'paid',
      `SELECT u.address AS account, w.vault, w.token, w.amount FROM withdrawal w JOIN users u ON u.id = w.user_id
          WHERE w.final
        UNION ALL SELECT account, vault, token, amount FROM vault_claim WHERE booked_at IS NOT NULL`,
    ),
  },
  {
    rule: 'pending-is-open',
    text: byAccount(
      'pending',
      'SELECT account, vault, token, amount FROM vault_claim WHERE booked_at IS NULL',
    ),
  },
  {
    rule: 'pending-is-open',
    text: `SELECT a.vault || ':' || a.token AS subject, -coalesce(p.sum, 0) AS expected, a.balance AS found
      FROM ledger_account a LEFT JOIN (SELECT vault, token, sum(pending) AS sum FROM account_book GROUP BY vault, token) p
        USING (vault, token) WHERE a.kind = 'claims-open'`,
  },
  {
    // Strangers' plain transfers are in the ledger account too.
    rule: 'unattributed-is-the-account',
    text: `SELECT b.vault || ':' || b.token AS subject, least(b.sum, coalesce(a.balance, 0)) AS expected, b.sum AS found
      FROM (SELECT vault, token, sum(unattributed) AS sum FROM account_book GROUP BY vault, token) b
        LEFT JOIN ledger_account a ON a.vault = b.vault AND a.token = b.token AND a.kind = 'unattributed'`,
  },
]

/** Compares the running totals of accounts on chain with deposits, withdrawals, claims and transfers. */
export const auditAccountBooks = async (reader: Reader): Promise<AccountBookFinding[]> => {
  const findings: AccountBookFinding[] = []
  for (const { rule, text } of RULES) {
    const { rows } = await reader.query<Omit<AccountBookFinding, 'rule'>>({
      text: `SELECT * FROM (${text}) r WHERE expected <> found ORDER BY subject`,
    })
    findings.push(...rows.map((row) => ({ rule, ...row })))
  }
  return findings
}
