/** Valid edits of a package, and whether one operator suffices for one (ADR 0024). Pure. */
import { WAD } from '@dr/protocol/amounts'
import { PACKAGE_YEAR_INCOME_MAX } from '@dr/protocol/constants'
import { YEAR_DAYS } from '@dr/protocol/rules/package-offer'
import { AppError } from '../../../platform/app-error.ts'
import type { PackageToken } from './terms.rules.ts'

export interface EditedTerms {
  readonly packageId: number
  readonly token: PackageToken | 'POD'
  readonly minimum: bigint
  readonly reinvestMinimum: bigint
  readonly termDays: number
  readonly rateUsdt: bigint | null
  readonly rateDr: bigint | null
  readonly opensAtSecond: number
  readonly closesAtSecond: number
  readonly offered: boolean
}

const RATES = ['rateUsdt', 'rateDr'] as const

/**
 * Throws BAD_PARAMETER if the income of a whole term or of a year would exceed the principal's value; two operators
 * cannot decide otherwise.
 */
export const requireBounded = (terms: EditedTerms): void => {
  for (const name of RATES) {
    const rate = terms[name] ?? 0n
    if (rate * BigInt(terms.termDays) <= WAD && rate * YEAR_DAYS <= PACKAGE_YEAR_INCOME_MAX * WAD) continue
    throw new AppError('BAD_PARAMETER', { details: { path: name, reason: 'more-than-the-principal' } })
  }
}

/**
 * Whether an edit makes a package more favourable: a new package, a higher daily rate, income in a new token,
 * a longer term, a lower minimum. Compared with the terms decided last, in force or not.
 */
export const termsNeedTwo = (before: EditedTerms | null, after: EditedTerms): boolean =>
  before === null ||
  RATES.some((name) => (after[name] ?? 0n) > (before[name] ?? 0n)) ||
  after.termDays > before.termDays ||
  after.minimum < before.minimum ||
  after.reinvestMinimum < before.reinvestMinimum
