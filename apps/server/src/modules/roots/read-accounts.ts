/**
 * What each account ever earned in each book, by the ledger: what it has there and what has accrued, plus all
 * that was paid, less its deposits and what was transferred to it (ADR 0073). Events that are not booked
 * change neither side.
 */
import { BOOKS } from '@dr/protocol/roots/roots-file'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type UserId, userIdOf } from '../../platform/ids.ts'
import { maxBigInt } from '../../platform/integers.ts'

/** A number for each book, in base units. */
export interface AccountNumbers {
  readonly account: LowerHex
  /** Null: it cannot be computed. */
  readonly computed: readonly (bigint | null)[]
  /** See `EarnedInput`. */
  readonly floors: readonly bigint[]
}

export type AccruedReader = (
  reader: Reader,
  userIds: readonly UserId[],
) => Promise<ReadonlyMap<UserId, bigint | null>>

interface BookRow {
  account: LowerHex
  vault: bigint | number
  token: string
  credited: bigint
  paid: bigint
  pending: bigint
  free: bigint
  unattributed: bigint
}

/** The book of what machines earn. */
const MINING_BOOK = BOOKS.findIndex(({ vault, token }) => vault === 0 && token === 'DR')
const bookAt = (vault: bigint | number, token: string): number =>
  BOOKS.findIndex((book) => book.vault === Number(vault) && book.token === token)

/** Users, and accounts without a user that deposited or were paid, after `after` in order of address. */
const readBatch = async (reader: Reader, after: string, limit: number) => {
  const { rows } = await reader.query<{ account: LowerHex; user_id: bigint | null }>({
    name: 'roots_accounts',
    // Each branch in the order of its index: with another collation it would sort all rows for each batch.
    text: `SELECT a.account, u.id AS user_id FROM (
        SELECT account FROM (
          (SELECT address AS account FROM users WHERE address > $1 ORDER BY address LIMIT $2)
          UNION
          (SELECT DISTINCT account FROM account_book WHERE account > $1 ORDER BY account LIMIT $2)
        ) AS both_kinds ORDER BY account COLLATE "C" LIMIT $2
      ) AS a LEFT JOIN users u ON u.address = a.account ORDER BY a.account COLLATE "C"`,
    values: [after, limit],
  })
  return rows
}

/** Balances of users by book. */
const readBalances = async (reader: Reader, userIds: readonly UserId[]) => {
  const { rows } = await reader.query<{
    user_id: bigint
    vault: bigint | number
    token: string
    balance: bigint
  }>({
    name: 'roots_balances',
    text: `SELECT user_id, vault, token, sum(balance) AS balance FROM ledger_account
      WHERE user_id = ANY($1::bigint[]) GROUP BY user_id, vault, token`,
    values: [userIds],
  })
  return rows
}

const readBooks = async (reader: Reader, accounts: readonly LowerHex[]): Promise<BookRow[]> => {
  const { rows } = await reader.query<BookRow>({
    name: 'roots_account_books',
    text: `SELECT account, vault, token, credited, paid, pending, free, unattributed FROM account_book
      WHERE account = ANY($1::text[])`,
    values: [accounts],
  })
  return rows
}

/**
 * Numbers of the accounts after `after`, at most `limit`, in order of address; fewer: there are no more. Only
 * inside a transaction that reads one state of the database.
 */
export const readAccounts = async (
  reader: Reader,
  {
    after,
    limit,
    accrued,
  }: { readonly after: string; readonly limit: number; readonly accrued: AccruedReader },
): Promise<AccountNumbers[]> => {
  const batch = await readBatch(reader, after, limit)
  const users = batch.flatMap(({ user_id }) => (user_id === null ? [] : [userIdOf(user_id)]))
  const [balances, books, mined] = [
    await readBalances(reader, users),
    await readBooks(
      reader,
      batch.map(({ account }) => account),
    ),
    await accrued(reader, users),
  ]
  const numbers = new Map(
    batch.map(({ account }) => [account, { own: BOOKS.map(() => 0n), floors: BOOKS.map(() => 0n) }]),
  )
  const byUser = new Map(batch.map(({ account, user_id }) => [user_id, numbers.get(account)]))
  for (const { user_id, vault, token, balance } of balances) {
    const at = bookAt(vault, token)
    const of = byUser.get(user_id)
    if (at >= 0 && of) of.own[at] = (of.own[at] as bigint) + balance
  }
  for (const { account, vault, token, credited, paid, pending, free, unattributed } of books) {
    const at = bookAt(vault, token)
    const of = numbers.get(account)
    if (at < 0 || !of) continue
    of.own[at] = (of.own[at] as bigint) + unattributed + paid - credited
    of.floors[at] = maxBigInt(maxBigInt(paid + pending, free) - credited, 0n)
  }
  return batch.map(({ account, user_id }) => {
    const { own, floors } = numbers.get(account) as { own: bigint[]; floors: bigint[] }
    const pending = user_id === null ? 0n : mined.get(userIdOf(user_id))
    const computed = own.map((amount, at) => {
      if (at !== MINING_BOOK) return amount
      return pending === null ? null : amount + (pending ?? 0n)
    })
    return { account, computed, floors }
  })
}
