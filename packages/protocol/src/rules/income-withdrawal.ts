/**
 * Withdrawal of a package's income: it must reach its token's minimum, alone or, in the principal's own
 * token, together with the principal. Base units.
 */
import { type IncomeTerms, incomeRatio } from './package-offer.ts'

/**
 * Smallest principal whose income over the whole term is at least `minimum`; null: no price, or no income.
 */
export const principalForIncome = (terms: IncomeTerms & { readonly minimum: bigint }): bigint | null => {
  const ratio = incomeRatio(terms)
  if (ratio === null || ratio.num === 0n) return null
  return (terms.minimum * ratio.den + ratio.num - 1n) / ratio.num
}

/**
 * alone: the income reaches the minimum by itself, or is zero. with-principal: only in one withdrawal with
 * the principal. stays: it remains in its account until there is more of its token.
 */
export type IncomeExit = 'alone' | 'with-principal' | 'stays'

/**
 * Exit of a term's whole income. A deposited principal may be withdrawn in any amount, and if it is
 * withdrawn first, an income that is too small alone is left.
 */
export const incomeExit = (input: {
  readonly token: string
  readonly incomeToken: string
  readonly principal: bigint
  readonly income: bigint
  /** Minimum withdrawal of the income's token. */
  readonly minimum: bigint
}): IncomeExit => {
  const { token, incomeToken, principal, income, minimum } = input
  if (income === 0n || income >= minimum) return 'alone'
  return incomeToken === token && principal + income >= minimum ? 'with-principal' : 'stays'
}
