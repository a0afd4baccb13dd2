/**
 * Charges claims and transfers on chain to their accounts: each in a transaction of its own, in the chain's
 * order for an account, and no account waits for another.
 */

import { type ChainNow, chainNow } from '../../platform/chain/chain-clock.ts'
import { completeUntil } from '../../platform/chain/chain-numbers.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { minBigInt } from '../../platform/integers.ts'
import {
  type AccountOf,
  account as accountCode,
  addToAccountBook,
  balanceOf,
  lockUnattributed,
  postAllJournals,
  posting,
} from '../ledger/index.ts'
import { attributeDepositsOf, endPositions, lockCounters } from '../packages/index.ts'
import { findUserByAddress } from '../users/index.ts'
import type { ClaimsDeps } from './deps.ts'
import { lockNextClaim, markBooked, markTried, type OpenClaim, waitingAccounts } from './store.ts'

/** Accounts tried in one run. */
const ACCOUNTS_MAX = 200
/** Claims of an account in one run: one that makes them by the thousand lets the others go first. */
const CLAIMS_MAX = 20

/** What covers a claim, and how much of it. */
interface Cover {
  readonly from: AccountOf
  readonly amount: bigint
}

const availableOf = (tx: Tx, { vault, token }: OpenClaim, userId: UserId): Promise<bigint> =>
  balanceOf(tx, accountCode({ vault, token, kind: 'user-available', userId }))

/**
 * Makes the user's money available as far as the claim needs it: what mining has accrued, then principals of
 * packages, the latest maturity first, which end at the claim's time.
 */
const coverByUser = async (tx: Tx, deps: ClaimsDeps, claim: OpenClaim, userId: UserId): Promise<Cover> => {
  const { vault, token, amount, account: address, at } = claim
  const now = await chainNow(tx)
  await attributeDepositsOf(tx, { userId, address, now: now.timestamp })
  await lockCounters(tx, userId)
  let available = await availableOf(tx, claim, userId)
  if (available < amount && vault === 0) await deps.mining.collectAll(tx, userId)
  if (available < amount && vault === 2) {
    const end = { userId, token, needed: amount - available, endedAt: at, now, key: claim.key }
    await endPositions(tx, end, deps.nodes.stakeEnded)
  }
  if (available < amount) available = await availableOf(tx, claim, userId)
  return { from: { kind: 'user-available', userId }, amount: minBigInt(available, amount) }
}

/** An account that is no user pays out of what it sent or received before. */
const coverByStranger = async (tx: Tx, { account, vault, token, amount }: OpenClaim): Promise<Cover> => {
  const books = await lockUnattributed(tx, account)
  const book = books.find((one) => one.vault === vault && one.token === token)
  const covered = minBigInt(book?.unattributed ?? 0n, amount)
  if (covered > 0n) await addToAccountBook(tx, { account, vault, token }, { unattributed: -covered })
  return { from: { kind: 'unattributed' }, amount: covered }
}

/** An event of the account may be missing: what its books do not cover may come with that event. */
class ClaimWaits extends Error {}

const requireComplete = async (tx: Tx, { account, at }: OpenClaim): Promise<void> => {
  const until = await completeUntil(tx)
  if (until === undefined || until >= at) return
  throw new ClaimWaits(`a claim of ${account} is not covered, and events before it may be missing`)
}

const book = async (
  tx: Tx,
  claim: OpenClaim,
  { cover, now }: { cover: Cover; now: ChainNow },
): Promise<void> => {
  const { key, kind, account, receiver, vault, token, amount, txHash } = claim
  const uncovered = amount - cover.amount
  if (uncovered > 0n) await requireComplete(tx, claim)
  const { at } = now
  const source =
    receiver === null ? { kind: 'chain', txHash } : { kind: 'transfer', txHash, from: account, to: receiver }
  const taken = (from: AccountOf, part: bigint) => [
    posting({ vault, token, from, to: { kind: 'claims-open' }, amount: part }),
  ]
  const owed = {
    key: `${key}:booked`,
    reason: kind === 'claim' ? 'claim.booked' : 'claim.sent',
    at,
    source,
    postings: taken(cover.from, cover.amount),
  } as const
  const lost = {
    key: `${key}:uncovered`,
    reason: 'claim.uncovered',
    at,
    source,
    postings: taken({ kind: 'uncovered' }, uncovered),
  } as const
  await postAllJournals(tx, [...(cover.amount > 0n ? [owed] : []), ...(uncovered > 0n ? [lost] : [])])
  await addToAccountBook(tx, { account, vault, token }, { paid: amount, pending: -amount })
  await markBooked(tx, { key, at, uncovered })
}

/** Books the account's next claim; undefined if there is none. */
const bookNext = async (tx: Tx, deps: ClaimsDeps, account: LowerHex): Promise<OpenClaim | undefined> => {
  const claim = await lockNextClaim(tx, account)
  if (!claim) return undefined
  const now = await chainNow(tx)
  const { vault, nonce } = claim
  // A quote that was under way when the claim's event was recorded: its hold returns before the balance is read.
  await deps.vouchers.endOrders(tx, {
    account,
    contract: deps.contracts.withdrawalVaults[vault],
    nonce,
    at: now.at,
  })
  const user = await findUserByAddress(tx, account)
  const cover = user ? await coverByUser(tx, deps, claim, user.id) : await coverByStranger(tx, claim)
  await book(tx, claim, { cover, now })
  return claim
}

const bookAccount = async (deps: ClaimsDeps, account: LowerHex, signal: AbortSignal): Promise<void> => {
  const { database, settle, logger } = deps
  const user = await findUserByAddress(database.read, account)
  if (user) await settle({ userId: user.id, address: account })
  for (let booked = 0; booked < CLAIMS_MAX && !signal.aborted; booked += 1) {
    const claim = await database.transaction((tx) => bookNext(tx, deps, account))
    if (!claim) return
    logger.info({ key: claim.key, account }, 'a claim was booked')
  }
}

/**
 * Books the claims of the accounts that have waited longest. An account with an event in suspense waits until
 * that is resolved, and gets no voucher meanwhile (`requireBooked`). One that cannot be booked is logged, tried
 * again after the others, and stops none of them.
 */
export const bookClaims = async (deps: ClaimsDeps, signal: AbortSignal): Promise<void> => {
  const { database, hasSuspended, logger } = deps
  for (const account of await waitingAccounts(database.read, ACCOUNTS_MAX)) {
    if (signal.aborted) return
    try {
      if (!(await hasSuspended(database.read, account))) await bookAccount(deps, account, signal)
    } catch (error) {
      logger.error({ err: error, account }, 'a claim could not be booked')
    }
    await database.transaction((tx) => markTried(tx, account))
  }
}
