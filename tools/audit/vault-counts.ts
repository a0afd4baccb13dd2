/** What the vaults' events add up to: the numbers that the contracts keep by account and token. */
import type { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Address, ContractEventName, GetContractEventsReturnType } from 'viem'

/** By account and token, base units; each only rises. */
export interface Counts {
  /** Deposits, and transfers received: D. */
  readonly credited: bigint
  /** Payments, claims, transfers to others: P. */
  readonly paid: bigint
  /** What deposits secure whatever was earned: F. */
  readonly free: bigint
}
export const NO_COUNTS: Counts = { credited: 0n, paid: 0n, free: 0n }

const afterDeposit = ({ credited, paid, free }: Counts, amount: bigint): Counts => ({
  credited: credited + amount,
  paid,
  free: (free > paid ? free : paid) + amount,
})
const afterPayment = (counts: Counts, amount: bigint): Counts => ({
  ...counts,
  paid: counts.paid + amount,
})
const afterReceipt = (counts: Counts, amount: bigint): Counts => ({
  ...counts,
  credited: counts.credited + amount,
})

export interface BookTotals {
  readonly totalDeposited: bigint
  readonly totalPaid: bigint
  readonly totalTransferred: bigint
}

/** Highest `max(paid, free) − credited` so far, and how much of it vouchers raised: that needed no root. */
interface Floor {
  readonly highest: bigint
  readonly byVouchers: bigint
}

/** Counts of a book by account, in lower case. */
export interface BookCounts {
  readonly accounts: ReadonlyMap<string, Counts>
  /** Accounts for which it was ever above 0. */
  readonly floors: ReadonlyMap<string, Floor>
  readonly totals: BookTotals
}

/** Key of a book. */
export const bookKey = (vault: string, token: string): string => `${vault}:${token}`.toLowerCase()

export type VaultEvent = GetContractEventsReturnType<
  typeof withdrawalVaultAbi,
  ContractEventName<typeof withdrawalVaultAbi>,
  true
>[number]

interface Growing {
  readonly accounts: Map<string, Counts>
  readonly floors: Map<string, Floor>
  totals: BookTotals
}

/** Adds events in their order on chain. */
export const createCounter = (tokens: { readonly DR: Address; readonly USDT: Address }) => {
  const books = new Map<string, Growing>()
  const bookOf = (vault: string, token: string): Growing => {
    const key = bookKey(vault, token)
    const known = books.get(key)
    if (known) return known
    const totals = { totalDeposited: 0n, totalPaid: 0n, totalTransferred: 0n }
    const made: Growing = { accounts: new Map(), floors: new Map(), totals }
    books.set(key, made)
    return made
  }
  type Change = (counts: Counts, amount: bigint) => Counts
  const change = (book: Growing, account: string, by: Change, amount: bigint): void => {
    const key = account.toLowerCase()
    book.accounts.set(key, by(book.accounts.get(key) ?? NO_COUNTS, amount))
  }
  const raise = (book: Growing, name: keyof BookTotals, amount: bigint): void => {
    book.totals = { ...book.totals, [name]: book.totals[name] + amount }
  }
  const take = (book: Growing, account: string, amount: bigint, byVoucher: boolean): void => {
    change(book, account, afterPayment, amount)
    const key = account.toLowerCase()
    const { credited, paid, free } = book.accounts.get(key) ?? NO_COUNTS
    const floor = (paid > free ? paid : free) - credited
    const { highest, byVouchers } = book.floors.get(key) ?? { highest: 0n, byVouchers: 0n }
    if (floor > highest)
      book.floors.set(key, {
        highest: floor,
        byVouchers: byVouchers + (byVoucher ? floor - highest : 0n),
      })
  }
  const pay = (vault: string, token: string, account: string, amount: bigint, byVoucher = true): void => {
    const book = bookOf(vault, token)
    take(book, account, amount, byVoucher)
    raise(book, 'totalPaid', amount)
  }
  return {
    add: ({ address, eventName, args }: VaultEvent): void => {
      if (eventName === 'DepositRecorded') {
        const book = bookOf(address, args.token)
        change(book, args.account, afterDeposit, args.amount)
        raise(book, 'totalDeposited', args.amount)
      }
      if (eventName === 'WithdrawnDR') pay(address, tokens.DR, args.account, args.amount)
      if (eventName === 'WithdrawnUSDT') pay(address, tokens.USDT, args.account, args.amount)
      if (eventName === 'Claimed') pay(address, args.token, args.account, args.amount, false)
      if (eventName === 'TransferredWithin') {
        const book = bookOf(address, args.token)
        take(book, args.from, args.amount, false)
        change(book, args.to, afterReceipt, args.amount)
        raise(book, 'totalTransferred', args.amount)
      }
    },
    /** A copy that later events do not change. */
    read: (): ReadonlyMap<string, BookCounts> =>
      new Map(
        [...books].map(([key, { accounts, floors, totals }]) => [
          key,
          { accounts: new Map(accounts), floors: new Map(floors), totals },
        ]),
      ),
  }
}
