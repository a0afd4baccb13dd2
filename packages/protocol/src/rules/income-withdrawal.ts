/**
 * How a package's income can be withdrawn: it has to reach its token's minimum withdrawal, alone or, in the
 * principal's own token, together with the principal. Base units.
 */
import { type IncomeTerms, incomeRatio } from './package-offer.ts'

/**
 * The smallest principal whose income over the whole term is at least `minimum`; null: it needs a price, or
 * there is no income.
 */
export const principalForIncome = (terms: IncomeTerms & { readonly minimum: bigint }): bigint | null => {
  const ratio = incomeRatio(terms)
  if (ratio === null || ratio.num === 0n) return null
  return (terms.minimum * ratio.den + ratio.num - 1n) / ratio.num
}

/**
 * alone: the income reaches the minimum by itself, or there is none. with-principal: only in one withdrawal
 * with the principal. stays: it remains in its account until more of its token is there.
 */
export type IncomeExit = 'alone' | 'with-principal' | 'stays'

/**
 * For all the income of a term. A deposited principal may be withdrawn in any amount, so one that is
 * withdrawn first leaves an income behind that is too small by itself.
 */
export const incomeExit = (input: {
  readonly token: string
  readonly incomeToken: string
  readonly principal: bigint
  readonly income: bigint
  /** Of the income's token. */
  readonly minimum: bigint
}): IncomeExit => {
  const { token, incomeToken, principal, income, minimum } = input
  if (income === 0n || income >= minimum) return 'alone'
  return incomeToken === token && principal + income >= minimum ? 'with-principal' : 'stays'
}
