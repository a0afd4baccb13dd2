import { TRANSFER_MINIMUM } from '@dr/protocol/constants'
import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import { AppError } from '../../platform/app-error.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { account, balanceOf } from '../ledger/index.ts'
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

export interface Balance {
  readonly available: bigint
  /** Deposited and not yet returned. */
  readonly unreturned: bigint
}

/**
 * The sender's balance and counters; the caller settles the sender first. The counters are locked before the
 * balance is read, so that the second of two concurrent transfers sees the result of the first. Throws 1015
 * if the balance is less than `amount`.
 */
export const requireBalance = async (
  tx: Tx,
  { userId, terms: { vault, token, amount } }: TransferRequest,
): Promise<Balance> => {
  const counters = vault === 2 ? await lockCounters(tx, userId) : null
  const available = await balanceOf(tx, account({ vault, token, kind: 'user-available', userId }))
  if (amount > available) {
    throw new AppError('LEDGER_BALANCE_TOO_LOW', { details: { available: available.toString() } })
  }
  return { available, unreturned: counters?.[token].unreturned ?? 0n }
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
  const { available, unreturned } = await database.transaction((tx) => requireBalance(tx, request))
  const order = await security.signing.open({ userId, kind: 'transfer', terms: signedTerms(terms) })
  return { order, available, burnFreeLost: splitBurnFree({ amount: terms.amount, unreturned }).burnFree }
}

/** The terms in the order's form. */
export const signedTerms = ({ to, vault, token, amount }: TransferTerms) => ({
  to,
  account: vault,
  token,
  amount: amount.toString(),
})
