import type { Token } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Reader } from '../../platform/database/database.ts'

/** A vault's balance of a token on chain, at the ledger's own block. Base units. */
export interface Reserve {
  readonly vault: VaultIndex
  readonly token: Token
  readonly amount: bigint
}

/** A violated rule of the books. `expected` and `found` in base units. */
export interface LedgerFinding {
  readonly rule:
    | 'token-sums-to-zero'
    | 'balance-is-sum-of-postings'
    | 'chain-account-is-reserve'
    | 'hold-is-held'
  /** Token, account code, or vault and token. */
  readonly subject: string
  readonly expected: bigint
  readonly found: bigint
}

type Mismatch = { subject: string; expected: bigint; found: bigint }

const RULES: readonly { rule: LedgerFinding['rule']; text: string }[] = [
  {
    rule: 'token-sums-to-zero',
    text: `SELECT vault || ':' || token AS subject, 0::numeric AS expected, sum(balance) AS found
      FROM ledger_account GROUP BY vault, token HAVING sum(balance) <> 0`,
  },
  {
    rule: 'balance-is-sum-of-postings',
    text: `SELECT a.code AS subject, coalesce(p.sum, 0) AS expected, a.balance AS found
      FROM ledger_account a LEFT JOIN (
        SELECT account, sum(change) AS sum FROM (
          SELECT from_account AS account, -amount AS change FROM posting
          UNION ALL SELECT to_account, amount FROM posting
        ) c GROUP BY account
      ) p ON p.account = a.id
      WHERE a.balance <> coalesce(p.sum, 0) ORDER BY a.id`,
  },
  {
    rule: 'hold-is-held',
    text: `SELECT a.code AS subject, coalesce(h.sum, 0) AS expected, a.balance AS found
      FROM ledger_account a LEFT JOIN (
        SELECT user_id, vault, token, sum(amount) AS sum FROM hold WHERE resolution IS NULL
        GROUP BY user_id, vault, token
      ) h USING (user_id, vault, token)
      WHERE a.kind = 'user-held' AND a.balance <> coalesce(h.sum, 0) ORDER BY a.id`,
  },
]

/**
 * Checks the books from the postings up, and against the chain if reserves are given. Returns the violations.
 * Reads everything: for the hourly audit and for tests, not for a request.
 */
export const auditLedger = async (
  reader: Reader,
  { reserves = [] }: { reserves?: readonly Reserve[] } = {},
): Promise<LedgerFinding[]> => {
  const findings: LedgerFinding[] = []
  for (const { rule, text } of RULES) {
    const { rows } = await reader.query<Mismatch>({ text })
    findings.push(...rows.map((row) => ({ rule, ...row })))
  }
  for (const { vault, token, amount } of reserves) {
    const { rows } = await reader.query<{ balance: bigint }>({
      text: `SELECT balance FROM ledger_account WHERE vault = $1 AND token = $2 AND kind = 'chain'`,
      values: [vault, token],
    })
    const found = -(rows[0]?.balance ?? 0n)
    if (found !== amount) {
      findings.push({
        rule: 'chain-account-is-reserve',
        subject: `${vault}:${token}`,
        expected: amount,
        found,
      })
    }
  }
  return findings
}
