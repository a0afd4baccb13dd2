/** Compares ledger, chain and the answers to users after the crashes. Every difference is a finding. */

import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { COLLECT_INTERVAL_SECONDS } from '@dr/protocol/constants'
import { uintToOrderId } from '@dr/protocol/order-id'
import { auditLedger } from '@dr/server/modules/ledger/index'
import { readChainClock } from '@dr/server/platform/chain/chain-clock'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import type { Database } from '@dr/server/platform/database/database'
import type { Address, PublicClient } from 'viem'
import type { Reported } from './reported.ts'

export interface Evidence {
  readonly database: Database
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly reported: Reported
}
type Finding = string

const same = (what: string, expected: unknown, found: unknown): Finding[] =>
  expected === found ? [] : [`${what}: expected ${String(expected)}, found ${String(found)}`]

/** Compares the books' sums, and the asset account with the vault's balance at the ledger's block. */
const compareBooks = async ({ database, client, contracts }: Evidence): Promise<Finding[]> => {
  const clock = await readChainClock(database.read)
  const [vault] = contracts.withdrawalVaults
  if (!clock || !vault) return ['the indexer never began']
  const amount = await client.readContract({
    address: contracts.DR,
    abi: drAbi,
    functionName: 'balanceOf',
    args: [vault],
    blockNumber: clock.blockNumber,
  })
  const findings = await auditLedger(database.read, { reserves: [{ vault: 0, token: 'DR', amount }] })
  const { rows } = await database.read.query<{ handler: string; error: string }>({
    text: 'SELECT handler, error FROM suspense_event',
  })
  return [
    ...findings.map(({ rule, subject, expected, found }) => `${rule} ${subject}: ${expected} ≠ ${found}`),
    ...rows.map(({ handler, error }) => `suspense: ${handler}: ${error}`),
  ]
}

/** Acknowledged collects must be in the ledger; no user collects twice in an hour. */
const compareCollects = async ({ database, reported }: Evidence): Promise<Finding[]> => {
  const { rows } = await database.read.query<{ journal_id: bigint; amount: bigint; reason: string }>({
    text: `SELECT journal.id AS journal_id, journal.reason, sum(posting.amount) AS amount
      FROM journal JOIN posting ON posting.journal_id = journal.id
      WHERE journal.reason = 'mining.collect' GROUP BY journal.id`,
  })
  const inLedger = new Map(rows.map((row) => [row.journal_id, row.amount]))
  const missing = reported.collects.flatMap(({ journalId, amount }) =>
    same(`acknowledged collect ${journalId}`, amount, inLedger.get(journalId)),
  )
  const { rows: early } = await database.read.query<{ user_id: bigint; gap: bigint }>({
    text: `SELECT user_id, gap FROM (
        SELECT user_id, at - lag(at) OVER (PARTITION BY user_id ORDER BY at) AS gap FROM mining_collect
      ) gaps WHERE gap < $1`,
    values: [COLLECT_INTERVAL_SECONDS],
  })
  const { rows: totals } = await database.read.query<{ kept: bigint; posted: bigint }>({
    text: `SELECT coalesce((SELECT sum(collected_total) FROM mining_position), 0) AS kept,
        coalesce((SELECT sum(amount) FROM mining_collect), 0) AS posted`,
  })
  const posted = rows.reduce((sum, { amount }) => sum + amount, 0n)
  return [
    ...missing,
    ...early.map(({ user_id, gap }) => `user ${user_id} collected twice within ${gap} s`),
    ...same('collected in positions and in the ledger', totals[0]?.kept, posted),
    ...same('collects recorded and in the ledger', totals[0]?.posted, posted),
  ]
}

/**
 * Each paid withdrawal must have settled its hold once, each hold without a payment be released, and none
 * be open.
 */
const compareWithdrawals = async (evidence: Evidence): Promise<Finding[]> => {
  const { database, client, contracts, reported } = evidence
  const [address] = contracts.withdrawalVaults
  const paid = await client.getContractEvents({
    address,
    abi: withdrawalVaultAbi,
    eventName: 'WithdrawnDR',
    fromBlock: 0n,
    strict: true,
  })
  const paidById = new Map(paid.map(({ args }) => [uintToOrderId(args.orderId), args]))
  const { rows } = await database.read.query<{ order_id: string; amount: bigint; resolution: string | null }>(
    {
      text: 'SELECT order_id, amount, resolution FROM hold',
    },
  )
  const holds = new Map(rows.map((row) => [row.order_id, row]))
  const findings: Finding[] = same('paid withdrawals', paid.length, paidById.size)
  for (const [orderId, { amount }] of paidById) {
    findings.push(...same(`hold of paid ${orderId}`, 'posted', holds.get(orderId)?.resolution))
    findings.push(...same(`amount of paid ${orderId}`, amount, holds.get(orderId)?.amount))
  }
  for (const { order_id, resolution } of rows) {
    if (paidById.has(order_id)) continue
    if (resolution !== 'expired' && resolution !== 'superseded') {
      findings.push(`hold of unpaid ${order_id} is ${resolution ?? 'still standing'}`)
    }
  }
  const wanted = reported.vouchers.filter(({ kind }) => kind === 'withdraw-dr')
  findings.push(
    ...wanted.flatMap(({ orderId }) => same(`hold of answered ${orderId}`, true, holds.has(orderId))),
  )
  return [...findings, ...(await compareWallets(evidence, [...paidById.values()]))]
}

/** Wallets must hold exactly the DR that the vault paid them. */
const compareWallets = async (
  { client, contracts, reported }: Evidence,
  paid: readonly { account: Address; amount: bigint; burnAmount: bigint }[],
): Promise<Finding[]> => {
  const accounts = new Set(reported.vouchers.map(({ account }) => account))
  const findings: Finding[] = []
  for (const account of accounts) {
    const balance = await client.readContract({
      address: contracts.DR,
      abi: drAbi,
      functionName: 'balanceOf',
      args: [account],
    })
    const received = paid
      .filter((one) => one.account.toLowerCase() === account.toLowerCase())
      .reduce((sum, { amount, burnAmount }) => sum + amount - burnAmount, 0n)
    findings.push(...same(`DR in wallet ${account}`, received, balance))
  }
  return findings
}

/** Machines and electricity must be equal on both sides; stock is the unsold rest. */
const compareMachines = async ({ database, client, contracts }: Evidence): Promise<Finding[]> => {
  const contract = { address: contracts.DigitalRights, abi: digitalRightsAbi } as const
  const bought = await client.getContractEvents({
    ...contract,
    eventName: 'MachinesBought',
    fromBlock: 0n,
    strict: true,
  })
  const { rows: machines } = await database.read.query<{ id: bigint; paid: bigint | null; address: string }>({
    text: `SELECT m.id, m.chain_paid_until AS paid, u.address FROM mining_machine m JOIN users u ON u.id = m.user_id`,
  })
  const known = new Map(machines.map((machine) => [machine.id, machine]))
  const findings: Finding[] = []
  let sold = 0n
  for (const { args } of bought) {
    sold += args.machineCount
    for (let offset = 0n; offset < args.machineCount; offset += 1n) {
      const machineId = args.firstMachineId + offset
      const row = known.get(machineId)
      findings.push(...same(`owner of machine ${machineId}`, args.account.toLowerCase(), row?.address))
      const paidUntil = await client.readContract({
        ...contract,
        functionName: 'paidUntil',
        args: [machineId],
      })
      findings.push(...same(`paidUntil of machine ${machineId}`, paidUntil, row?.paid ?? 0n))
    }
  }
  const { rows: stock } = await database.read.query<{ left: bigint; reserved: bigint }>({
    text: `SELECT (SELECT stock_left FROM mining_product WHERE product_id = 'm1') AS left,
        (SELECT count(*) FROM mining_reservation) AS reserved`,
  })
  const INITIAL_STOCK = 10_000n
  return [
    ...findings,
    ...same('machines', sold, BigInt(machines.length)),
    ...same('stock', INITIAL_STOCK - sold, stock[0]?.left),
    ...same('reservations', 0n, stock[0]?.reserved),
  ]
}

/**
 * An order must be used exactly if one of its transactions succeeded, at most once; none is open after its
 * deadline.
 */
const compareOrders = async ({ database, reported }: Evidence): Promise<Finding[]> => {
  const { rows } = await database.read.query<{ id: string; status: string; tx_hash: string | null }>({
    text: 'SELECT id, status, tx_hash FROM voucher_order',
  })
  const orders = new Map(rows.map((row) => [row.id, row]))
  const findings: Finding[] = []
  for (const { orderId } of reported.vouchers) {
    const succeeded = reported.transactions.filter((one) => one.orderId === orderId && one.success)
    const order = orders.get(orderId)
    if (succeeded.length > 1) findings.push(`order ${orderId} was used ${succeeded.length} times`)
    if (!order) findings.push(`answered order ${orderId} is gone`)
    else if (succeeded[0]) {
      findings.push(...same(`transaction of ${orderId}`, succeeded[0].hash, order.tx_hash))
    } else if (order.status === 'used' || order.status === 'open') {
      findings.push(`order ${orderId} is ${order.status} without a transaction`)
    }
  }
  return findings
}

/** Wallets with an answered registration must be users. */
const compareRegistered = async ({ database, reported }: Evidence): Promise<Finding[]> => {
  const { rows } = await database.read.query<{ address: string }>({
    text: 'SELECT address FROM users WHERE activated_at IS NOT NULL',
  })
  const users = new Set(rows.map(({ address }) => address))
  return reported.registered
    .filter((account) => !users.has(account.toLowerCase()))
    .map((account) => `registered ${account} is no user`)
}

const PARTS = [
  compareRegistered,
  compareBooks,
  compareOrders,
  compareCollects,
  compareWithdrawals,
  compareMachines,
]

export const compare = async (evidence: Evidence): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const part of PARTS) {
    findings.push(...(await part(evidence)))
  }
  return findings
}
