/** Accounts that earned in all five books, in the product's schema; some deposited, were paid, or transferred. */
import { BOOKS } from '@dr/protocol/roots/roots-file'
import { mineOf } from '../ledger/seed-database.ts'

/** A realistic number of 22 digits without trailing zeros, by user and book. */
const amount = (book: number): string =>
  `(1000000000000000000000 + ('x' || substr(md5(n || ' ${book}'), 1, 15))::bit(60)::bigint)`

/** Statements that insert `size` users with spread addresses, their balances, and their accounts' counters. */
export const accountsOf = (size: number): string[] => [
  `INSERT INTO users (address, invite_code, registered_at)
    SELECT '0x' || md5(n::text) || substr(md5('more ' || n), 1, 8),
      translate(lpad(upper(to_hex(n)), 8, 'Z'), '01', 'WX'), now() FROM generate_series(1, ${size}) n`,
  ...BOOKS.flatMap(({ vault, token }, book) => [
    `INSERT INTO ledger_account (vault, token, kind, user_id, balance)
      SELECT ${vault}, '${token}', 'user-available', n, ${amount(book)} FROM generate_series(1, ${size}) n`,
    `INSERT INTO account_book (account, vault, token, credited, paid, free)
      SELECT address, ${vault}, '${token}', id * 1000, id * 3000, id * 2000 FROM users WHERE id % 2 = 0`,
  ]),
  ...mineOf(size),
]
