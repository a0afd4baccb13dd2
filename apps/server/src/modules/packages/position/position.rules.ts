/** A position from deposit to maturity. Pure; base units, Unix seconds of the chain's clock. */
import { DAY_SECONDS } from '../../../platform/durations.ts'
import { minBigInt } from '../../../platform/integers.ts'

export interface PackagePosition {
  readonly principal: bigint
  /** Income of the whole term, committed when it began. */
  readonly income: bigint
  readonly termDays: number
  readonly startsAt: bigint
}

export const maturityOf = ({ startsAt, termDays }: PackagePosition): bigint =>
  startsAt + BigInt(termDays) * DAY_SECONDS

export const isMatured = (position: PackagePosition, now: bigint): boolean => now >= maturityOf(position)

/** Whole days of the term that have passed. */
const daysOver = ({ startsAt, termDays }: PackagePosition, now: bigint): bigint =>
  now < startsAt ? 0n : minBigInt((now - startsAt) / DAY_SECONDS, BigInt(termDays))

/**
 * Income of the days that have passed, in equal parts rounded down; at maturity all of it, exactly. Shown
 * before, credited at maturity.
 */
export const accruedIncome = (position: PackagePosition, now: bigint): bigint =>
  (position.income * daysOver(position, now)) / BigInt(position.termDays)
