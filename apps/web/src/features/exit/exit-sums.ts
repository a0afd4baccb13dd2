import { BPS } from '@dr/protocol/constants'
import type { ClaimAmounts } from '../../../exit/claim.ts'
import type { BookReport } from '../../../exit/report.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { type TokenPrices, totalWorth } from '../../api/token-worth.ts'

interface TokenAmount {
  readonly token: 'DR' | 'USDT'
  readonly amount: bigint
}

/** Books with any figure. */
export const usedBooks = (books: readonly BookReport[]): readonly BookReport[] =>
  books.filter(
    ({ line, credited, left, claimable }) =>
      line === 'found' || line === 'refused' || credited > 0n || left > 0n || claimable > 0n,
  )

const byToken = (amounts: readonly TokenAmount[]): readonly TokenAmount[] =>
  (['USDT', 'DR'] as const).flatMap((token) => {
    const amount = amounts.reduce((sum, one) => (one.token === token ? sum + one.amount : sum), 0n)
    return amount === 0n ? [] : [{ token, amount }]
  })

/** Amounts that would arrive in the wallet now, after burn and what stays, by token. */
export const arriving = (books: readonly BookReport[]): readonly TokenAmount[] =>
  byToken(books.map(({ name, claim }) => ({ token: name.token, amount: claim?.arrives ?? 0n })))

/** USD, 18 decimals; null: a price is unknown. */
export const worthOf = (amounts: readonly TokenAmount[], prices: TokenPrices): bigint | null =>
  totalWorth(amounts, prices)

const ownedIn = (balances: readonly UserBalance[], { name }: BookReport): bigint => {
  const found = balances.find(({ account, token }) => account === name.vault && token === name.token)
  return found ? BigInt(found.available) + BigInt(found.held) + BigInt(found.locked) : 0n
}

/** Amounts that the ledger owes and no final root proves yet, by token. */
export const tooYoung = (
  books: readonly BookReport[],
  balances: readonly UserBalance[],
): readonly TokenAmount[] =>
  byToken(
    books.map((book) => {
      const rest = ownedIn(balances, book) - book.claimable
      return { token: book.name.token, amount: rest > 0n ? rest : 0n }
    }),
  )

/**
 * Part of a claim that the account's free balance does not cover, so that packages end for it; null: the
 * balances are not known.
 */
export const endedFor = (
  book: BookReport,
  amount: bigint,
  balances: readonly UserBalance[] | undefined,
): bigint | null => {
  // Only the node account has packages.
  if (book.name.vault !== 2) return 0n
  if (balances === undefined) return null
  const found = balances.find(({ account, token }) => account === 2 && token === book.name.token)
  const rest = amount - (found ? BigInt(found.available) : 0n)
  return rest > 0n ? rest : 0n
}

/**
 * Share of a claim of `amount` that burns or stays for the pool: deposits leave first, and whole. Computed as
 * the contract does, by the rate that it took of all: a share of the rounded share would be a unit less.
 */
export const withheldOf = (all: ClaimAmounts, amount: bigint): bigint => {
  const beyond = amount - all.withoutBurn
  if (beyond <= 0n) return 0n
  if (amount === all.amount) return all.withheld
  const beyondOfAll = all.amount - all.withoutBurn
  const rateBps = (all.withheld * BPS + beyondOfAll - 1n) / beyondOfAll
  return (beyond * rateBps) / BPS
}

/** Amount that the deposits alone let leave, where that is more than what was earned and received. */
export const floorOf = ({ earned, credited, free }: BookReport): bigint | null =>
  free > earned + credited ? free : null

/** Amount that a root granting `earned` lets leave, if nothing leaves before. */
export const grantedBy = ({ credited, free, left }: BookReport, earned: bigint): bigint => {
  const most = earned + credited > free ? earned + credited : free
  return most > left ? most - left : 0n
}
