/**
 * Running totals of accounts on chain, as the ledger has booked them (ADR 0073). Written in the transaction of
 * the journal that books the event, and read by the guard before anything of the account is signed.
 */
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import { AppError } from '../../platform/app-error.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { maxBigInt } from '../../platform/integers.ts'

/** A vault and a token that it pays, of an account. */
export interface BookName {
  readonly account: LowerHex
  readonly vault: VaultIndex
  readonly token: PayoutToken
}

/** Base units. */
export interface AccountBook {
  /** Deposits, and transfers received on chain. */
  readonly credited: bigint
  /** Vouchers paid, claims, and transfers sent on chain, burned parts included. */
  readonly paid: bigint
  /** Deposits on top of all that had left before: see `unreturnedOf`. */
  readonly free: bigint
  /** Claims and transfers whose events are recorded, and which are not booked to the account yet. */
  readonly pending: bigint
  /** The part of the ledger account `unattributed` that was credited to it before it registered. */
  readonly unattributed: bigint
}

const NONE: AccountBook = { credited: 0n, paid: 0n, free: 0n, pending: 0n, unattributed: 0n }

export const readAccountBook = async (
  reader: Reader,
  { account, vault, token }: BookName,
): Promise<AccountBook> => {
  const { rows } = await reader.query<AccountBook>({
    name: 'account_book_read',
    text: `SELECT credited, paid, free, pending, unattributed FROM account_book
      WHERE account = $1 AND vault = $2 AND token = $3`,
    values: [account, vault, token],
  })
  return rows[0] ?? NONE
}

/** Deposits that did not come back yet, by the events processed so far: the vault's `unreturned`. */
export const unreturnedOf = ({ free, paid, pending }: AccountBook): bigint =>
  maxBigInt(free - paid - pending, 0n)

type Change = Omit<AccountBook, 'free'>

/** Adds to an account's totals; a negative change lowers `pending` or `unattributed`. */
export const addToAccountBook = async (
  tx: Tx,
  { account, vault, token }: BookName,
  { credited = 0n, paid = 0n, pending = 0n, unattributed = 0n }: Partial<Change>,
): Promise<void> => {
  await tx.query({
    name: 'account_book_open',
    text: 'INSERT INTO account_book (account, vault, token) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [account, vault, token],
  })
  await tx.query({
    name: 'account_book_add',
    text: `UPDATE account_book SET credited = credited + $4, paid = paid + $5, pending = pending + $6,
        unattributed = unattributed + $7 WHERE account = $1 AND vault = $2 AND token = $3`,
    values: [account, vault, token, credited, paid, pending, unattributed],
  })
}

/** Counts a deposit of `amount`; `isStranger`: its account is no user, and the amount is unattributed. */
export const addDeposit = async (
  tx: Tx,
  book: BookName,
  { amount, isStranger }: { readonly amount: bigint; readonly isStranger: boolean },
): Promise<void> => {
  await addToAccountBook(tx, book, { credited: amount, unattributed: isStranger ? amount : 0n })
  await tx.query({
    name: 'account_book_deposit',
    text: `UPDATE account_book SET free = greatest(free, paid + pending) + $4
      WHERE account = $1 AND vault = $2 AND token = $3`,
    values: [book.account, book.vault, book.token, amount],
  })
}

export interface Unattributed extends BookName {
  readonly credited: bigint
  readonly unattributed: bigint
}

/** Nothing of the book is unattributed any more. All that an API may write of it (ADR 0075). */
export const endUnattributed = async (tx: Tx, { account, vault, token }: BookName): Promise<void> => {
  await tx.query({
    name: 'account_book_end_unattributed',
    text: 'UPDATE account_book SET unattributed = 0 WHERE account = $1 AND vault = $2 AND token = $3',
    values: [account, vault, token],
  })
}

/** What is unattributed of an account in each book, locked until the transaction ends. */
export const lockUnattributed = async (tx: Tx, account: LowerHex): Promise<Unattributed[]> => {
  const { rows } = await tx.query<Omit<Unattributed, 'account'>>({
    name: 'account_book_unattributed',
    text: `SELECT vault, token, credited, unattributed FROM account_book WHERE account = $1 AND unattributed > 0
      ORDER BY vault, token FOR UPDATE`,
    values: [account],
  })
  return rows.map((row) => ({ account, ...row }))
}

/**
 * The guard of everything that spends an account's money: throws NO_PRICE (30002, `ledger-behind`) while the
 * vault has paid the account more, or less, than the ledger has booked. `paidOnChain`: the vault's own number
 * at the quote's block.
 */
export const requireBooked = async (reader: Reader, book: BookName, paidOnChain: bigint): Promise<void> => {
  const { paid, pending } = await readAccountBook(reader, book)
  if (paid === paidOnChain && pending === 0n) return
  throw new AppError('NO_PRICE', {
    details: { reason: 'ledger-behind', vault: book.vault, token: book.token },
  })
}
