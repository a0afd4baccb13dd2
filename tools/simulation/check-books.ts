/** Compares ledger and chain by vault and token, in one snapshot of the running server's database. */
import { setTimeout as delay } from 'node:timers/promises'
import { drAbi } from '@dr/contracts/abi/dr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
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

/** Paid withdrawals of the ledger by vault and token must equal the vault's total payments. */
const comparePaid = async ({ client, contracts }: Books, reader: Reader, blockNumber: bigint) => {
  const { rows } = await reader.query<{ vault: number; token: 'DR' | 'USDT'; paid: bigint }>({
    text: `SELECT vault, token, sum(amount) AS paid FROM hold WHERE resolution = 'posted' GROUP BY vault, token`,
  })
  const findings: Finding[] = []
  for (const { vault, token } of HOLDINGS) {
    const expected = await client.readContract({
      address: contracts.withdrawalVaults[vault] as Hex,
      abi: withdrawalVaultAbi,
      functionName: 'totalPaid',
      args: [contracts[token]],
      blockNumber,
    })
    const found = rows.find((row) => row.vault === vault && row.token === token)?.paid ?? 0n
    if (expected !== found) findings.push(`paid by vault ${vault} in ${token}: ${expected} ≠ ${found}`)
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
      ...(await comparePaid(books, tx, clock.blockNumber)),
      ...(await checkUnreturned(books, tx, clock.blockNumber)),
    ]
  })

/** Several intervals of the tick that releases received transfers. */
const RELEASED_WITHIN_MS = 60_000
const POLL_MS = 500

/** Received transfers that are still held after their wait and the tick's time. */
const overdueTransfers = async (database: Database): Promise<Finding[]> => {
  const until = performance.now() + RELEASED_WITHIN_MS
  for (;;) {
    const clock = await readChainClock(database.read)
    const { rows } = await database.read.query<{ id: string }>({
      text: 'SELECT id FROM internal_transfer WHERE released_at IS NULL AND available_at <= $1',
      values: [clock?.timestamp ?? 0n],
    })
    if (rows.length === 0) return []
    if (performance.now() > until) return rows.map(({ id }) => `transfer ${id} is still held`)
    await delay(POLL_MS)
  }
}

/**
 * After the year: every voucher has ended, every hold is resolved, every past week is closed once, for
 * nodes too.
 */
export const checkEnd = async (
  database: Database,
): Promise<{ findings: Finding[]; totals: { weeksClosed: number; nodesPaid: number } }> => {
  const { rows } = await database.read.query<{ what: string; n: bigint }>({
    text: `SELECT 'orders still open' AS what, count(*) AS n FROM voucher_order WHERE status = 'open'
      UNION ALL SELECT 'holds still standing', count(*) FROM hold WHERE resolution IS NULL
        AND NOT EXISTS (SELECT 1 FROM internal_transfer t WHERE t.id = hold.order_id AND t.released_at IS NULL)
      UNION ALL SELECT 'weeks closed for dividends or for nodes alone', count(*)
        FROM dividend_week d FULL JOIN node_week n USING (week) WHERE d.week IS NULL OR n.week IS NULL`,
  })
  const { rows: totals } = await database.read.query<{ weeks: bigint; paid: bigint }>({
    text: `SELECT (SELECT count(*) FROM dividend_week) AS weeks,
      (SELECT count(*) FROM node_share WHERE usdt > 0 OR dr > 0) AS paid`,
  })
  const open = rows.filter(({ n }) => n > 0n).map(({ what, n }) => `${what}: ${n}`)
  return {
    findings: [...open, ...(await overdueTransfers(database))],
    totals: { weeksClosed: Number(totals[0]?.weeks ?? 0n), nodesPaid: Number(totals[0]?.paid ?? 0n) },
  }
}
