/** Sums of the amounts signed within the last 24 hours, by cap. */
import { HOUR_SECONDS } from '../../../platform/durations.ts'

/** The current hour and 24 whole ones: at least 24 hours, at any minute. */
const HOURS_KEPT = 25n

interface Booking {
  /** See `capName`. */
  readonly cap: string
  /** Contract, account and nonce: of all vouchers with the same, one can be used. */
  readonly use: string
  readonly amount: bigint
  /** Unix seconds. */
  readonly at: bigint
}

interface Entry {
  readonly cap: string
  readonly amount: bigint
  readonly hour: bigint
}

export interface DaySums {
  /** The cap's sum including this booking. */
  with(booking: Booking): bigint
  book(booking: Booking): void
  /** The cap's current sum. */
  of(cap: string, at: bigint): bigint
}

/**
 * Counts only the largest voucher of a kind on each nonce of an account and contract, at the hour of the last
 * one, since they exclude each other on chain. Unused vouchers count too: this process does not know which
 * were used.
 */
export const createDaySums = (): DaySums => {
  const entries = new Map<string, Entry>()
  const sums = new Map<string, bigint>()
  let swept = 0n
  const add = (cap: string, amount: bigint) => sums.set(cap, (sums.get(cap) ?? 0n) + amount)
  const forgetUntil = (hour: bigint): void => {
    if (hour <= swept) return
    swept = hour
    for (const [key, entry] of entries) {
      if (entry.hour > hour - HOURS_KEPT) continue
      entries.delete(key)
      add(entry.cap, -entry.amount)
    }
  }
  const keyOf = ({ cap, use }: Booking) => `${cap} ${use}`
  const largest = (booking: Booking, before: Entry | undefined): bigint =>
    before !== undefined && before.amount > booking.amount ? before.amount : booking.amount
  const withBooking = (booking: Booking): bigint => {
    forgetUntil(booking.at / HOUR_SECONDS)
    const before = entries.get(keyOf(booking))
    return (sums.get(booking.cap) ?? 0n) - (before?.amount ?? 0n) + largest(booking, before)
  }
  return {
    with: withBooking,
    book: (booking) => {
      const sum = withBooking(booking)
      const before = entries.get(keyOf(booking))
      const amount = largest(booking, before)
      entries.set(keyOf(booking), { cap: booking.cap, amount, hour: booking.at / HOUR_SECONDS })
      sums.set(booking.cap, sum)
    },
    of: (cap, at) => {
      forgetUntil(at / HOUR_SECONDS)
      return sums.get(cap) ?? 0n
    },
  }
}
