import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { incomeExit, principalForIncome } from '@dr/protocol/rules/income-withdrawal'
import type { PackageToken } from '@dr/protocol/rules/package-offer'
import { useQuery } from '@tanstack/react-query'
import type { PackageList } from '../../api/queries/packages.ts'
import { configQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { pricesOf } from './package-view.ts'

const SHOWN_DECIMALS = 4

/** Minimum withdrawal of a token; undefined until known. */
const useMinimum = (token: PackageToken): bigint | undefined => {
  const { data } = useQuery(configQuery())
  return data === undefined ? undefined : BigInt(data.parameters.withdrawalMinimum[token])
}

type ExitNoteProps = {
  readonly token: PackageToken
  readonly incomeToken: PackageToken
  /** Base units. */
  readonly principal: bigint
  /** Income of the whole term, base units. */
  readonly income: bigint
}

/**
 * Warning before a deposit that its income will be too small to be withdrawn alone, or even with the
 * principal.
 */
export const ExitNote = ({ token, incomeToken, principal, income }: ExitNoteProps) => {
  const t = useT()
  const minimum = useMinimum(incomeToken)
  if (minimum === undefined) return null
  const exit = incomeExit({ token, incomeToken, principal, income, minimum })
  if (exit === 'alone') return null
  return (
    <Banner tone="out" icon="alert" live>
      {t(exit === 'stays' ? 'packages.exit.form' : 'packages.exit.together', {
        amount: formatAmount(income, { maxDecimals: SHOWN_DECIMALS }),
        minimum: formatAmount(minimum),
        token: incomeToken,
      })}
    </Banner>
  )
}

type OfferExitNoteProps = { readonly item: TermPackage; readonly prices: PackageList['prices'] }

/** Minimum principal of an offer from which each income in the other token can be withdrawn. */
export const OfferExitNotes = ({ item, prices }: OfferExitNoteProps) =>
  item.incomes.map((income) => (
    <OfferExitNote key={income.token} item={item} income={income} prices={prices} />
  ))

const OfferExitNote = ({ item, income, prices }: OfferExitNoteProps & { readonly income: PackageIncome }) => {
  const t = useT()
  const minimum = useMinimum(income.token)
  if (minimum === undefined || income.token === item.token) return null
  const principal = principalForIncome({
    token: item.token,
    incomeToken: income.token,
    termDays: item.termDays,
    minimum,
    dailyRate: BigInt(income.dailyRate),
    prices: pricesOf(prices),
  })
  if (principal === null || principal <= BigInt(item.minimum)) return null
  return (
    <p className="mt-1.5 text-14 text-t2">
      {t('packages.exit.offer', {
        token: income.token,
        minimum: formatAmount(minimum),
        principal: formatAmount(ceilingAt(principal, 0), { maxDecimals: 0 }),
        principalToken: item.token,
      })}
    </p>
  )
}
