/** Deposits from addresses that had no user yet: credited once they register (docs/product.md 4). */

import { dateOfUnix } from '../../../platform/chain/chain-clock.ts'
import type { Database, Reader, Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type NewJournal, postAllJournals } from '../../ledger/index.ts'
import { findUserIds } from '../../users/index.ts'
import { available, move } from '../accounts.ts'
import { recordDeposited } from '../position/user-counters.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

interface Unattributed {
  key: string
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

/**
 * Takes deposits that a user made before registering: they count as deposited, and the caller posts the
 * journals that credit them. Usually there are none, which costs one index lookup.
 */
export const takeUnattributed = async (
  tx: Tx,
  { userId, address, now }: Depositor & { readonly now: bigint },
): Promise<NewJournal[]> => {
  const { rows } = await tx.query<Unattributed>({
    name: 'package_deposit_attribute',
    text: `UPDATE package_deposit SET outcome = 'returned', reason = 'USER_UNKNOWN', user_id = $2
      WHERE address = $1 AND outcome = 'unattributed' RETURNING key, token, amount, tx_hash`,
    values: [address, userId],
  })
  for (const { token, amount } of rows) await recordDeposited(tx, { userId, token, amount })
  return rows.map(({ key, token, amount, tx_hash: txHash }) => ({
    key: `${key}:credit`,
    reason: 'package.credit',
    at: dateOfUnix(now),
    source: { kind: 'chain', txHash, refused: 'USER_UNKNOWN' },
    postings: [move(token, { from: 'unattributed', to: available(userId), amount })],
  }))
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
    text: `SELECT DISTINCT address FROM package_deposit WHERE outcome = 'unattributed' AND address > $1
      ORDER BY address LIMIT $2`,
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
