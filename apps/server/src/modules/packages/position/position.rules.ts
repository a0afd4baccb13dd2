/** A position from deposit to maturity. Pure; base units, Unix seconds of the one clock. */
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
const daysOver = ({ startsAt, termDays }: PackagePosition, now: bigint): bigint =>
  now < startsAt ? 0n : minBigInt((now - startsAt) / DAY_SECONDS, BigInt(termDays))

/**
 * Income of the days that are over, each an equal part, rounded down; at maturity all of it, exactly. It is
 * shown, and credited at maturity.
 */
export const accruedIncome = (position: PackagePosition, now: bigint): bigint =>
  (position.income * daysOver(position, now)) / BigInt(position.termDays)
