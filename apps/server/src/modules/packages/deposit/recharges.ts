/**
 * Deposits as the app shows them: pending once reported, then with the outcome of their final event
 * (requirement §7, legacy).
 */

import type { ResponseOf } from '@dr/protocol/call'
import type { getRechargeList, Recharge, RechargeState } from '@dr/protocol/calls/recharge'
import { ERRORS, type ErrorName } from '@dr/protocol/errors'
import { WEEK_SECONDS } from '@dr/protocol/rules/weeks'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { beforeCursor, toPage } from '../../../platform/pagination.ts'
import type { DepositOutcome } from '../tables.ts'
import { PACKAGE_ID_MAX } from '../terms/read-packages.ts'
import type { PackageToken } from '../terms/terms.rules.ts'
import { readChainPackageId } from './deposit.rules.ts'

/** Chain time without a final deposit after which the state becomes `unknown`. */
const PENDING_SECONDS = 900n
/** Time for which a reported transaction without a deposit is listed. */
const REPORTED_SECONDS = WEEK_SECONDS
/** Maximum number of transactions without a deposit in a list. */
const REPORTED_MAX = 20
/** Maximum number of reports of one user; a further one replaces the oldest. */
const KEPT_MAX = 100

interface DepositRow {
  seq: bigint
  tx_hash: string
  token: PackageToken
  amount: bigint
  chain_package_id: bigint
  at: bigint
  block_number: bigint
  outcome: DepositOutcome
  reason: ErrorName | null
  position_id: bigint | null
}

const DEPOSITS = `SELECT seq, tx_hash, token, amount, chain_package_id, at, block_number, outcome, reason, position_id
  FROM package_deposit WHERE address = $1`

const depositAnswer = (row: DepositRow): Recharge => {
  const { packageId, incomeToken } = readChainPackageId(row.chain_package_id)
  return {
    txHash: row.tx_hash,
    state: row.outcome === 'position' ? 'position' : 'returned',
    token: row.token,
    amount: row.amount.toString(),
    packageId: packageId > PACKAGE_ID_MAX ? null : Number(packageId),
    incomeToken,
    reason: row.reason && ERRORS[row.reason].code,
    positionId: row.position_id?.toString() ?? null,
    at: Number(row.at),
    blockNumber: Number(row.block_number),
  }
}

const reportedAnswer = (
  { txHash, createdAt }: { txHash: string; createdAt: bigint },
  now: bigint,
): Recharge => ({
  txHash,
  state: now - createdAt > PENDING_SECONDS ? 'unknown' : 'pending',
  at: Number(createdAt),
  token: null,
  amount: null,
  packageId: null,
  incomeToken: null,
  reason: null,
  positionId: null,
  blockNumber: null,
})

/** Reported transactions without a deposit (yet), newest first. */
const readReported = async (
  reader: Reader,
  { userId, address, now }: { userId: UserId; address: LowerHex; now: bigint },
): Promise<Recharge[]> => {
  const { rows } = await reader.query<{ txHash: string; createdAt: bigint }>({
    name: 'recharge_reported',
    text: `SELECT tx_hash AS "txHash", created_at AS "createdAt" FROM recharge r
      WHERE user_id = $1 AND created_at > $3
        AND NOT EXISTS (SELECT FROM package_deposit d WHERE d.address = $2 AND d.tx_hash = r.tx_hash)
      ORDER BY created_at DESC, tx_hash LIMIT $4`,
    values: [userId, address, now - REPORTED_SECONDS, REPORTED_MAX],
  })
  return rows.map((row) => reportedAnswer(row, now))
}

export interface Depositor {
  readonly userId: UserId
  readonly address: LowerHex
}

/**
 * A user's deposits, newest first. The first page begins with reported transactions that have no final event
 * yet, so it may be longer than `limit`. Deposits from before registering must be credited first (`Settle`).
 */
export const listRecharges = async (
  reader: Reader,
  query: Depositor & {
    readonly state?: RechargeState | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<ResponseOf<typeof getRechargeList>> => {
  const { userId, address, state, cursor, limit } = query
  const { timestamp: now } = await chainNow(reader)
  const isWanted = (one: Recharge) => state === undefined || one.state === state
  const reported =
    cursor === undefined ? (await readReported(reader, { userId, address, now })).filter(isWanted) : []
  if (state === 'pending' || state === 'unknown') return { items: reported, nextCursor: null }
  const { rows } = await reader.query<DepositRow>({
    name: 'package_deposit_list',
    text: `${DEPOSITS} AND seq < $2 AND ($3::text IS NULL OR outcome = $3) AND outcome <> 'unattributed'
      ORDER BY seq DESC LIMIT $4`,
    values: [address, beforeCursor(cursor), state ?? null, limit + 1],
  })
  const page = toPage(rows, { limit, idOf: ({ seq }) => seq, itemOf: depositAnswer })
  return { ...page, items: [...reported, ...page.items] }
}

/** Stores a transaction that the app reports, and returns its state. Credits nothing. Idempotent. */
export const reportRecharge = async (
  tx: Tx,
  { userId, address, txHash }: Depositor & { readonly txHash: string },
): Promise<Recharge> => {
  const { timestamp: now } = await chainNow(tx)
  const { rows: deposits } = await tx.query<DepositRow>({
    name: 'package_deposit_of_transaction',
    text: `${DEPOSITS} AND tx_hash = $2 AND outcome <> 'unattributed' ORDER BY seq DESC LIMIT 1`,
    values: [address, txHash],
  })
  if (deposits[0]) return depositAnswer(deposits[0])
  const { rows } = await tx.query<{ createdAt: bigint }>({
    name: 'recharge_insert',
    text: `INSERT INTO recharge (tx_hash, user_id, created_at) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, tx_hash) DO UPDATE SET created_at = recharge.created_at
      RETURNING created_at AS "createdAt"`,
    values: [txHash, userId, now],
  })
  await tx.query({
    name: 'recharge_forget',
    text: `DELETE FROM recharge WHERE user_id = $1 AND tx_hash IN (
      SELECT tx_hash FROM recharge WHERE user_id = $1 ORDER BY created_at DESC, tx_hash OFFSET $2)`,
    values: [userId, KEPT_MAX],
  })
  return reportedAnswer({ txHash, createdAt: rows[0]?.createdAt ?? now }, now)
}
