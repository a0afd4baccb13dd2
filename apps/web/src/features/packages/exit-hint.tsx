import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { useQuery } from '@tanstack/react-query'
import type { PackageList } from '../../api/queries/packages.ts'
import { configQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { exampleStays } from './package-view.ts'

type ExitHintsProps = { readonly item: TermPackage; readonly prices: PackageList['prices'] }

/**
 * Incomes of an offer that are too small to be withdrawn alone, for its example principal. The packages'
 * sheet (exit-note.tsx, not loaded by a visitor's first page) shows the principal that suffices.
 */
export const ExitHints = ({ item, prices }: ExitHintsProps) =>
  item.incomes.map((income) => <ExitHint key={income.token} item={item} income={income} prices={prices} />)

const ExitHint = ({ item, income, prices }: ExitHintsProps & { readonly income: PackageIncome }) => {
  const t = useT()
  const { data } = useQuery(configQuery())
  const { token } = income
  const given = data?.parameters.withdrawalMinimum[token]
  const minimum = given === undefined ? undefined : BigInt(given)
  if (!exampleStays({ item, income, prices, minimum })) return null
  return (
    <p className={cx('num mt-1.5 text-12 text-t2', minimum === undefined && 'invisible')}>
      {t('home.packages.exit', { token, minimum: formatAmount(minimum ?? 0n) })}
    </p>
  )
}
