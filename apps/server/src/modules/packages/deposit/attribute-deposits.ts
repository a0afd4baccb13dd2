/** Deposits from addresses that had no user yet: credited once they register (docs/product.md 4). */

import { dateOfUnix } from '../../../platform/chain/chain-clock.ts'
import type { Database, Reader, Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { minBigInt } from '../../../platform/integers.ts'
import {
  endUnattributed,
  lockUnattributed,
  type NewJournal,
  postAllJournals,
  posting,
  type Unattributed,
} from '../../ledger/index.ts'
import { findUserIds } from '../../users/index.ts'
import { available } from '../accounts.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

interface Deposit {
  key: string
  seq: bigint
  token: PackageToken
  amount: bigint
  tx_hash: LowerHex
}

/** Addresses in one query. */
const ADDRESSES_AT_ONCE = 500

export interface Depositor {
  readonly userId: UserId
  readonly address: LowerHex
}

/** A book's deposits, oldest first, each with the part of it that no claim took; then what was received on chain. */
const creditsOf = (
  { userId, address, now }: Depositor & { readonly now: bigint },
  book: Unattributed,
  deposits: readonly Deposit[],
): NewJournal[] => {
  const { vault, token, credited } = book
  let left = book.unattributed
  const creditOf = (amount: bigint, journal: Pick<NewJournal, 'key' | 'reason' | 'source'>): NewJournal[] => {
    const part = minBigInt(amount, left)
    left -= part
    const to = available(userId)
    const postings = [posting({ vault, token, from: { kind: 'unattributed' }, to, amount: part })]
    return part > 0n ? [{ ...journal, at: dateOfUnix(now), postings }] : []
  }
  return [
    ...deposits.flatMap(({ key, amount, tx_hash: txHash }) =>
      creditOf(amount, {
        key: `${key}:credit`,
        reason: 'package.credit',
        source: { kind: 'chain', txHash, refused: 'USER_UNKNOWN' },
      }),
    ),
    // Unique: after it registered nothing of an account becomes unattributed, unless its total rises.
    ...creditOf(left, {
      key: `received:${address}:${vault}:${token}:${credited}`,
      reason: 'claim.attributed',
      source: { kind: 'received', from: 'before-registering' },
    }),
  ]
}

/**
 * Takes what an account deposited, or received by transfers on chain, before it registered, less what it
 * claimed; the caller posts the journals that credit it. Usually there is nothing, which costs two index
 * lookups.
 */
export const takeUnattributed = async (
  tx: Tx,
  depositor: Depositor & { readonly now: bigint },
): Promise<NewJournal[]> => {
  const { userId, address } = depositor
  const { rows } = await tx.query<Deposit>({
    name: 'package_deposit_attribute',
    text: `UPDATE package_deposit SET outcome = 'returned', reason = 'USER_UNKNOWN', user_id = $2
      WHERE address = $1 AND outcome = 'unattributed' RETURNING key, seq, token, amount, tx_hash`,
    values: [address, userId],
  })
  const deposits = rows.sort((a, b) => (a.seq < b.seq ? -1 : 1))
  const books = await lockUnattributed(tx, address)
  for (const book of books) await endUnattributed(tx, book)
  return books.flatMap((book) =>
    creditsOf(
      depositor,
      book,
      deposits.filter(({ token }) => book.vault === 2 && token === book.token),
    ),
  )
}

/** Credits deposits that a user made before registering. */
export const attributeDepositsOf = async (
  tx: Tx,
  depositor: Depositor & { readonly now: bigint },
): Promise<void> => {
  const journals = await takeUnattributed(tx, depositor)
  if (journals.length > 0) await postAllJournals(tx, journals)
}

const addressesAfter = async (reader: Reader, after: string): Promise<LowerHex[]> => {
  const { rows } = await reader.query<{ address: LowerHex }>({
    name: 'package_deposit_unattributed',
    text: `SELECT address FROM package_deposit WHERE outcome = 'unattributed' AND address > $1
      UNION SELECT account FROM account_book WHERE unattributed > 0 AND account > $1 ORDER BY 1 LIMIT $2`,
    values: [after, ADDRESSES_AT_ONCE],
  })
  return rows.map(({ address }) => address)
}

/** Attributes all deposits of users who registered meanwhile; one transaction for each user. */
export const attributeDeposits = async (
  database: Database,
  { now, signal }: { readonly now: bigint; readonly signal: AbortSignal },
): Promise<void> => {
  let addresses = await addressesAfter(database.read, '')
  while (addresses.length > 0 && !signal.aborted) {
    for (const { userId, address } of await findUserIds(database.read, addresses)) {
      await database.transaction((tx) => attributeDepositsOf(tx, { userId, address, now }))
    }
    addresses = await addressesAfter(database.read, addresses.at(-1) ?? '')
  }
}
