/** The number of a line: what an account ever earned in a book (ADR 0073). Pure. */
import { maxBigInt } from '../../platform/integers.ts'

export interface EarnedInput {
  /** By the ledger; null: it cannot be computed. May be below zero. */
  readonly computed: bigint | null
  /** In the last own file that counts; 0 without a line there. */
  readonly previous: bigint
  /** What the vault has paid the account, or owes it of its deposits, beyond what it was credited. */
  readonly floor: bigint
}

export interface Earned {
  readonly earned: bigint
  /** The ledger says less than the previous file, or nothing: the line keeps its number. */
  readonly kept: boolean
  /** The ledger says less than what the vault has paid: the line covers it. */
  readonly lifted: boolean
}

/** No line falls, and with its deposits none is below what the account was paid. */
export const earnedOf = ({ computed, previous, floor }: EarnedInput): Earned => {
  const known = maxBigInt(computed ?? 0n, 0n)
  return {
    earned: maxBigInt(maxBigInt(known, previous), floor),
    kept: previous > 0n && (computed === null || computed < previous),
    lifted: floor > known && floor > previous,
  }
}
