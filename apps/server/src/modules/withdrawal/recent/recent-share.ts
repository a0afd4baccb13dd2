/**
 * The share of the node vault's day that recent deposits of all accounts may use (ADR 0059). The contract
 * cannot distinguish them, so the server, which signs every voucher, applies it.
 */
import { DAY_SECONDS } from '@dr/protocol/constants'
import { recentDays, recentPart, recentShare, type VaultDay } from '@dr/protocol/rules/recent-deposits'
import type { VaultIndex } from '@dr/protocol/token-table'
import { AppError } from '../../../platform/app-error.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { receivedSince } from '../../claims/index.ts'
import { depositedSince } from '../../packages/index.ts'
import type { WithdrawalToken } from '../withdrawal.rules.ts'
import { fitsAt, type HourTaken, shareLeft, windowStart } from './recent-share.rules.ts'

interface Day {
  readonly vault: VaultIndex
  readonly token: WithdrawalToken
  /** Time of the newest block. */
  readonly now: bigint
}

/** A withdrawal with a burn-free part: of the node vault, since only it takes deposits. */
export interface ShareRequest extends Day {
  readonly userId: UserId
  readonly account: LowerHex
  readonly amount: bigint
  /** The part that leaves without burn. */
  readonly burnFree: bigint
  /** Balance available in the account before the withdrawal. */
  readonly available: bigint
  readonly vaultDay: VaultDay
}

/** Deposits after this moment are recent at `now`. */
export const recentSince = (now: bigint, days: bigint): bigint => now - days * BigInt(DAY_SECONDS)

const partOf = async (reader: Reader, request: ShareRequest): Promise<bigint> => {
  const { userId, account: address, vault, token, amount, burnFree, available, vaultDay, now } = request
  const since = recentSince(now, recentDays(vaultDay))
  const recent = (await depositedSince(reader, { userId, address, since })).get(token) ?? 0n
  if (recent === 0n) return 0n
  const received = (await receivedSince(reader, { account: address, vault, since })).get(token) ?? 0n
  return recentPart(amount, { available, unreturned: burnFree, recent, received })
}

/** Amounts paid within the contract's day or held, by hour. */
const takenOf = async (reader: Reader, { vault, token, now }: Day): Promise<HourTaken[]> => {
  const { rows } = await reader.query<HourTaken>({
    name: 'withdrawal_recent_taken',
    text: `SELECT at / 3600 AS hour, sum(amount) AS amount FROM withdrawal_recent
      WHERE vault = $1 AND token = $2 AND at >= $3 GROUP BY 1`,
    values: [vault, token, windowStart(now)],
  })
  return rows
}

/** Amount that all users have taken of the share. */
export const shareUsed = async (reader: Reader, day: Day): Promise<bigint> =>
  (await takenOf(reader, day)).reduce((sum, { amount }) => sum + amount, 0n)

const requireRoom = async (reader: Reader, request: ShareRequest, part: bigint): Promise<void> => {
  const { token, vaultDay } = request
  const taken = await takenOf(reader, request)
  const share = recentShare(vaultDay)
  const left = shareLeft(taken, share)
  if (part <= left) return
  const at = fitsAt(taken, share, part)
  throw new AppError('WITHDRAWAL_LIMIT_REACHED', {
    details: {
      reason: 'daily-recent-deposits',
      token,
      left: left.toString(),
      fitsAt: at === null ? null : Number(at),
    },
  })
}

/** Checks early, before anything is signed, what `takeShare` decides. Throws 1042. */
export const requireShare = async (reader: Reader, request: ShareRequest): Promise<void> => {
  const part = await partOf(reader, request)
  if (part > 0n) await requireRoom(reader, request, part)
}

/**
 * Serializes withdrawals with a recent part, by vault and token, until this transaction ends. Taken last, so
 * that it is held for a moment only.
 */
const lockShare = async (tx: Tx, { vault, token }: Day): Promise<void> => {
  await tx.query({
    name: 'withdrawal_recent_lock',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('recent-deposits:' || $1::int || ':' || $2::text, 0))`,
    values: [vault, token],
  })
}

const forgetPast = async (tx: Tx, { vault, token, now }: Day): Promise<void> => {
  await tx.query({
    name: 'withdrawal_recent_forget',
    text: 'DELETE FROM withdrawal_recent WHERE vault = $1 AND token = $2 AND at < $3',
    values: [vault, token, windowStart(now)],
  })
}

const insertTaken = async (
  tx: Tx,
  order: { readonly id: string; readonly deadline: bigint },
  { vault, token, part }: Pick<Day, 'vault' | 'token'> & { readonly part: bigint },
): Promise<void> => {
  await tx.query({
    name: 'withdrawal_recent_insert',
    text: 'INSERT INTO withdrawal_recent (order_id, vault, token, amount, at) VALUES ($1, $2, $3, $4, $5)',
    values: [order.id, vault, token, part, order.deadline],
  })
}

/** Takes an order's recent part out of the share, or throws 1042. An order without one takes nothing. */
export const takeShare = async (
  tx: Tx,
  order: { readonly id: string; readonly deadline: bigint },
  request: ShareRequest,
): Promise<void> => {
  const part = await partOf(tx, request)
  if (part === 0n) return
  await lockShare(tx, request)
  await requireRoom(tx, request, part)
  await forgetPast(tx, request)
  await insertTaken(tx, order, { ...request, part })
}

/** Counts a restored withdrawal's whole burn-free part as recent: how much was is not known any more. */
export const countAsRecent = async (
  tx: Tx,
  order: { readonly id: string; readonly deadline: bigint },
  { vault, token, burnFree }: Pick<ShareRequest, 'vault' | 'token' | 'burnFree'>,
): Promise<void> => insertTaken(tx, order, { vault, token, part: burnFree })

/** Records the payment's time: from then on the contract's day counts it. */
export const sharePaid = async (
  tx: Tx,
  { orderId, at }: { readonly orderId: string; readonly at: bigint },
): Promise<void> => {
  await tx.query({
    name: 'withdrawal_recent_paid',
    text: 'UPDATE withdrawal_recent SET at = $2 WHERE order_id = $1',
    values: [orderId, at],
  })
}

/** Returns the part of a voucher that ended unused. */
export const giveShareBack = async (tx: Tx, orderId: string): Promise<void> => {
  await tx.query({
    name: 'withdrawal_recent_return',
    text: 'DELETE FROM withdrawal_recent WHERE order_id = $1',
    values: [orderId],
  })
}
