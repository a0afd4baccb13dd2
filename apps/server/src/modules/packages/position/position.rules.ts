/**
 * A position's way from deposit to maturity (PRODUCT.md 8). Pure; base units, Unix seconds of the one clock.
 */
import { DAY_SECONDS } from '../../../platform/durations.ts'
import { minBigInt } from '../../../platform/integers.ts'

export interface PackagePosition {
  readonly principal: bigint
  /** Of the whole term, committed when it began. */
  readonly income: bigint
  readonly termDays: number
  readonly startsAt: bigint
}

export const maturityOf = ({ startsAt, termDays }: PackagePosition): bigint =>
  startsAt + BigInt(termDays) * DAY_SECONDS

export const isMatured = (position: PackagePosition, now: bigint): boolean => now >= maturityOf(position)

/** Whole days of the term that are over. */
export const daysOver = ({ startsAt, termDays }: PackagePosition, now: bigint): bigint =>
  now < startsAt ? 0n : minBigInt((now - startsAt) / DAY_SECONDS, BigInt(termDays))

/** Income of the days that are over, each an equal part, rounded down; at maturity all of it, exactly. */
export const accruedIncome = (position: PackagePosition, now: bigint): bigint =>
  (position.income * daysOver(position, now)) / BigInt(position.termDays)

/** The amounts that are due now and not credited yet, whatever the number of missed days. */
export const dueOf = (
  position: PackagePosition & {
    /** Income credited before. */
    readonly credited: bigint
    readonly principalReturned: boolean
  },
  now: bigint,
): { readonly income: bigint; readonly principal: bigint } => ({
  income: accruedIncome(position, now) - position.credited,
  principal: isMatured(position, now) && !position.principalReturned ? position.principal : 0n,
})

/** When the next day of it is over, after `now`; null when everything is due by then. */
export const nextDueAt = (position: PackagePosition, now: bigint): bigint | null =>
  isMatured(position, now) ? null : position.startsAt + (daysOver(position, now) + 1n) * DAY_SECONDS
