import { TRANSFER_MINIMUM } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { maxBigInt, minBigInt } from '../../platform/integers.ts'
import { balancesOf, claimedAnyway, readAccountBook } from '../ledger/index.ts'
import { lockCounters } from '../packages/index.ts'
import { findUserByAddress } from '../users/index.ts'
import type { TransfersDeps } from './deps.ts'
import { type TransferTerms, transferProblem } from './transfer.rules.ts'

export interface TransferRequest {
  readonly userId: UserId
  /** Address of the sender, lower case. */
  readonly address: LowerHex
  readonly terms: TransferTerms
}

/** Throws 10002 naming the invalid part: the receiver, the token, or the amount. */
export const requireReceiver = async (
  reader: Reader,
  { address, terms }: TransferRequest,
): Promise<{ readonly receiverId: UserId }> => {
  const user = await findUserByAddress(reader, terms.to)
  const receiver = user && { address: user.address, activated: user.activatedAt !== null }
  const problem = transferProblem({ from: address, receiver, terms })
  if (problem || !user) {
    const minimum = problem?.reason === 'minimum' ? { minimum: TRANSFER_MINIMUM.toString() } : {}
    throw new AppError('BAD_PARAMETER', { details: { ...problem, ...minimum } })
  }
  return { receiverId: user.id }
}

/**
 * The part of the sender's balance that can be transferred; the caller settles the sender first. What the
 * sender can claim on chain without any proof (deposits above all) stays: given away here, it could be claimed
 * there all the same. The counters are locked before the balance is read, so that the second of two concurrent
 * transfers sees the result of the first. Throws 1015 if it is less than `amount`.
 */
export const requireBalance = async (
  tx: Tx,
  { userId, address, terms: { vault, token, amount } }: TransferRequest,
): Promise<bigint> => {
  await lockCounters(tx, userId)
  const balance = (await balancesOf(tx, userId)).find((one) => one.vault === vault && one.token === token)
  const book = await readAccountBook(tx, { account: address, vault, token })
  const owed = balance ? balance.available + balance.held + balance.locked : 0n
  const free = maxBigInt(owed - claimedAnyway(book), 0n)
  const available = minBigInt(balance?.available ?? 0n, free)
  if (amount > available) {
    throw new AppError('LEDGER_BALANCE_TOO_LOW', { details: { available: available.toString() } })
  }
  return available
}

/**
 * A preview of a transfer, and the order for the wallet to sign. Refuses what the transfer itself would
 * refuse.
 */
export const prepareTransfer = async (deps: TransfersDeps, request: TransferRequest) => {
  const { database, security, settle } = deps
  const { userId, address, terms } = request
  await requireReceiver(database.read, request)
  await security.requirePasswordSet(userId)
  await settle({ userId, address, vault: terms.vault })
  const available = await database.transaction((tx) => requireBalance(tx, request))
  const order = await security.signing.open({ userId, kind: 'transfer', terms: signedTerms(terms) })
  return { order, available }
}

/** The terms in the order's form. */
export const signedTerms = ({ to, vault, token, amount }: TransferTerms) => ({
  to,
  account: vault,
  token,
  amount: amount.toString(),
})
