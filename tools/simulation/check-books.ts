/** Compares ledger and chain by vault and token, in one snapshot of the running server's database. */
import { setTimeout as delay } from 'node:timers/promises'
import { drAbi } from '@dr/contracts/abi/dr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { auditAccountBooks } from '@dr/server/modules/claims/index'
import { auditDividends } from '@dr/server/modules/dividends/index'
import { auditLedger, type Reserve } from '@dr/server/modules/ledger/index'
import { auditNodes } from '@dr/server/modules/nodes/index'
import { auditPackages } from '@dr/server/modules/packages/index'
import { readChainClock } from '@dr/server/platform/chain/chain-clock'
import type { Database, Reader } from '@dr/server/platform/database/database'
import type { Hex } from 'viem'
import type { Books } from './books.ts'
import { checkUnreturned } from './check-unreturned.ts'

type Finding = string

/** Tokens that each vault may hold (docs/product.md 3). */
const HOLDINGS = [
  { vault: 0, token: 'DR' },
  { vault: 1, token: 'USDT' },
  { vault: 1, token: 'DR' },
  { vault: 2, token: 'USDT' },
  { vault: 2, token: 'DR' },
] as const

const readReserves = ({ client, contracts }: Books, blockNumber: bigint): Promise<Reserve[]> =>
  Promise.all(
    HOLDINGS.map(async ({ vault, token }) => ({
      vault,
      token,
      amount: await client.readContract({
        address: contracts[token],
        abi: drAbi,
        functionName: 'balanceOf',
        args: [contracts.withdrawalVaults[vault] as Hex],
        blockNumber,
      }),
    })),
  )

/** Running totals of a vault, and the ledger's rows that add up to each, by vault and token. */
const TOTALS = {
  totalPaid: `SELECT vault, token, amount FROM hold WHERE resolution = 'posted'
    UNION ALL SELECT vault, token, amount FROM vault_claim WHERE kind = 'claim'`,
  totalTransferred: `SELECT vault, token, amount FROM vault_claim WHERE kind = 'transfer'`,
} as const

const compareTotals = async ({ client, contracts }: Books, reader: Reader, blockNumber: bigint) => {
  const findings: Finding[] = []
  for (const name of ['totalPaid', 'totalTransferred'] as const) {
    const { rows } = await reader.query<{ vault: number; token: 'DR' | 'USDT'; sum: bigint }>({
      text: `SELECT vault, token, sum(amount) FROM (${TOTALS[name]}) amounts GROUP BY vault, token`,
    })
    for (const { vault, token } of HOLDINGS) {
      const expected = await client.readContract({
        address: contracts.withdrawalVaults[vault] as Hex,
        abi: withdrawalVaultAbi,
        functionName: name,
        args: [contracts[token]],
        blockNumber,
      })
      const found = rows.find((row) => row.vault === vault && row.token === token)?.sum ?? 0n
      if (expected !== found) findings.push(`${name} of vault ${vault} in ${token}: ${expected} ≠ ${found}`)
    }
  }
  return findings
}

/** Violations of the books' rules; must be empty. */
export const checkBooks = async (books: Books): Promise<Finding[]> =>
  books.database.transaction(async (tx) => {
    await tx.query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' })
    const clock = await readChainClock(tx)
    if (!clock) return ['the indexer never began']
    const reserves = await readReserves(books, clock.blockNumber)
    const audit = [
      ...(await auditLedger(tx, { reserves })),
      ...(await auditAccountBooks(tx)),
      ...(await auditDividends(tx)),
      ...(await auditNodes(tx)),
      ...(await auditPackages(tx)),
    ]
    const { rows: suspended } = await tx.query<{ handler: string; error: string }>({
      text: 'SELECT handler, error FROM suspense_event',
    })
    return [
      ...audit.map(({ rule, subject, expected, found }) => `${rule} ${subject}: ${expected} ≠ ${found}`),
      ...suspended.map(({ handler, error }) => `suspense: ${handler}: ${error}`),
      ...(await compareTotals(books, tx, clock.blockNumber)),
      ...(await checkUnreturned(books, tx, clock.blockNumber)),
    ]
  })

/** Several intervals of the tick that books claims to their accounts. */
const BOOKED_WITHIN_MS = 60_000
const POLL_MS = 500

/** Claims and transfers on chain that are not booked to their account after the tick's time, or not covered. */
const claimsLeft = async (database: Database): Promise<Finding[]> => {
  const until = performance.now() + BOOKED_WITHIN_MS
  for (;;) {
    const { rows } = await database.read.query<{ key: string; uncovered: bigint | null }>({
      text: 'SELECT key, uncovered FROM vault_claim WHERE booked_at IS NULL OR uncovered > 0',
    })
    const isOpen = rows.some(({ uncovered }) => uncovered === null)
    if (!isOpen || performance.now() > until)
      return rows.map(({ key, uncovered }) => `claim ${key}: ${uncovered ?? 'not booked, nothing'} uncovered`)
    await delay(POLL_MS)
  }
}

/**
 * After the year: every voucher has ended, every hold is resolved, every claim is booked, every past week is
 * closed once, for nodes too.
 */
export const checkEnd = async (
  database: Database,
): Promise<{ findings: Finding[]; totals: { weeksClosed: number; nodesPaid: number } }> => {
  const { rows } = await database.read.query<{ what: string; n: bigint }>({
    text: `SELECT 'orders still open' AS what, count(*) AS n FROM voucher_order WHERE status = 'open'
      UNION ALL SELECT 'holds still standing', count(*) FROM hold WHERE resolution IS NULL
      UNION ALL SELECT 'weeks closed for dividends or for nodes alone', count(*)
        FROM dividend_week d FULL JOIN node_week n USING (week) WHERE d.week IS NULL OR n.week IS NULL`,
  })
  const { rows: totals } = await database.read.query<{ weeks: bigint; paid: bigint }>({
    text: `SELECT (SELECT count(*) FROM dividend_week) AS weeks,
      (SELECT count(*) FROM node_share WHERE usdt > 0 OR dr > 0) AS paid`,
  })
  const open = rows.filter(({ n }) => n > 0n).map(({ what, n }) => `${what}: ${n}`)
  return {
    findings: [...open, ...(await claimsLeft(database))],
    totals: { weeksClosed: Number(totals[0]?.weeks ?? 0n), nodesPaid: Number(totals[0]?.paid ?? 0n) },
  }
}
