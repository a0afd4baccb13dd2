/**
 * Whether a package's income can be withdrawn alone. In the principal's own token it leaves together with the principal; in
 * the other one it has to reach that token's minimum withdrawal by itself. Base units.
 */
import { type IncomeTerms, incomeRatio } from './package-offer.ts'

/** The smallest principal whose income over the whole term is at least `minimum`; null: it needs a price, or there is no income. */
export const principalForIncome = (terms: IncomeTerms & { readonly minimum: bigint }): bigint | null => {
  const ratio = incomeRatio(terms)
  if (ratio === null || ratio.num === 0n) return null
  return (terms.minimum * ratio.den + ratio.num - 1n) / ratio.num
}

/** The income stays in its account until more of its token is there. */
export const isBelowWithdrawal = (input: {
  readonly token: string
  readonly incomeToken: string
  readonly income: bigint
  readonly minimum: bigint
}): boolean => input.incomeToken !== input.token && input.income > 0n && input.income < input.minimum
