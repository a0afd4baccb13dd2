import { TRANSFER_MINIMUM } from '@dr/protocol/constants'
import { splitBurnFree } from '@dr/protocol/unreturned'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { account, balanceOf } from '../ledger/index.ts'
import { attributeDepositsOf, creditDueOf, lockCounters } from '../packages/index.ts'
import { findUserByAddress } from '../users/index.ts'
import { releaseDueOf } from './release-transfers.ts'
import { type TransferTerms, transferProblem } from './transfer.rules.ts'
import type { TransfersDeps } from './transfers-deps.ts'

export interface TransferRequest {
  readonly userId: UserId
  /** Of the sender, lower case. */
  readonly address: `0x${string}`
  readonly terms: TransferTerms
}

/** Throws 10002 naming what cannot be: the receiver, the token, the amount. */
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
 * What the sender has of it once everything due has come in. The counters are locked before the balance is read: of two at
 * once the second sees what the first left of both. Positions, counters, then balances, as a withdrawal takes them. Throws 1015 where that is less than `amount`.
 */
export const requireBalance = async (
  deps: Pick<TransfersDeps, 'creditDividends'>,
  tx: Tx,
  { userId, terms: { vault, token, amount } }: TransferRequest,
): Promise<Balance> => {
  const { timestamp: now } = await chainNow(tx)
  if (vault === 1) await deps.creditDividends(tx, userId)
  if (vault === 2) await creditDueOf(tx, { userId, now })
  const counters = vault === 2 ? await lockCounters(tx, userId) : null
  await releaseDueOf(tx, { userId, now })
  const available = await balanceOf(tx, account({ vault, token, kind: 'user-available', userId }))
  if (amount > available) {
    throw new AppError('LEDGER_BALANCE_TOO_LOW', { details: { available: available.toString() } })
  }
  return { available, unreturned: counters?.[token].unreturned ?? 0n }
}

/** What was deposited before registering comes in first: a transfer counts against it. In a transaction of its own. */
export const attributeDeposits = async (
  { database }: Pick<TransfersDeps, 'database'>,
  { userId, address, terms }: TransferRequest,
): Promise<void> => {
  if (terms.vault !== 2) return
  await database.transaction(async (tx) =>
    attributeDepositsOf(tx, { userId, address, now: (await chainNow(tx)).timestamp }),
  )
}

/** What a transfer would do, and the order for the wallet to sign. Refused here as it would be by the transfer itself. */
export const prepareTransfer = async (deps: TransfersDeps, request: TransferRequest) => {
  const { database, security } = deps
  const { userId, terms } = request
  await requireReceiver(database.read, request)
  await security.requirePasswordSet(userId)
  await attributeDeposits(deps, request)
  const { available, unreturned } = await database.transaction((tx) => requireBalance(deps, tx, request))
  const order = await security.signing.open({ userId, kind: 'transfer', terms: signedTerms(terms) })
  return { order, available, burnFreeLost: splitBurnFree({ amount: terms.amount, unreturned }).burnFree }
}

/** As the order keeps them. */
export const signedTerms = ({ to, vault, token, amount }: TransferTerms) => ({
  ...{ to, account: vault, token },
  amount: amount.toString(),
})
