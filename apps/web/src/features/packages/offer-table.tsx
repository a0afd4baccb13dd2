import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import type { PackageList } from '../../api/queries/packages.ts'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { formatPercent } from '../../ui/text/format.ts'
import { exampleOf, offerOf } from './package-view.ts'
import { useBurnBps } from './use-burn-bps.ts'

const SHOWN_DECIMALS = 2

/**
 * Where enlarged text leaves no room for columns, cells are below each other, each with its column's name.
 */
const STACKED = '@max-[14rem]:block'
const Label = ({ text }: { readonly text: string }) => (
  <span aria-hidden="true" className="hidden text-12 font-normal text-t2 @max-[14rem]:block">
    {text}
  </span>
)

type OfferTableProps = {
  readonly item: TermPackage
  readonly prices: PackageList['prices']
  /** Of the package. */
  readonly name: string
}

/** One line for each income, in the same columns for every package, so that offers can be compared. */
export const OfferTable = ({ item, prices, name }: OfferTableProps) => {
  const t = useT()
  const amount = formatAmount(exampleOf(item), { maxDecimals: 0 })
  const head = 'pb-1 align-bottom font-normal'
  const labels = [
    t('home.packages.col.year'),
    t('home.packages.col.term'),
    t('home.packages.col.net', { amount, token: item.token }),
  ] as const
  return (
    <div className="@container">
      <table className={`num mt-2 w-full text-14 ${STACKED}`} aria-label={name}>
        <thead className="text-12 text-t2 @max-[14rem]:hidden">
          <tr className="h-10">
            <th className={`${head} pr-2 text-left`}>
              <span className="sr-only">{t('home.packages.col.income')}</span>
            </th>
            <th className={`${head} px-1 text-right`}>{labels[0]}</th>
            <th className={`${head} px-1 text-right`}>{labels[1]}</th>
            <th className={`${head} pl-1 text-right`}>{labels[2]}</th>
          </tr>
        </thead>
        <tbody className={STACKED}>
          {item.incomes.map((income) => (
            <OfferLine key={income.token} item={item} income={income} prices={prices} labels={labels} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type OfferLineProps = Omit<OfferTableProps, 'name'> & {
  readonly income: PackageIncome
  /** Of the columns: yearly, term, net. */
  readonly labels: readonly [string, string, string]
}

const OfferLine = ({ item, income, prices, labels }: OfferLineProps) => {
  const burnBps = useBurnBps()
  const offer = offerOf({ terms: item, income, amount: exampleOf(item), prices, burnBps: burnBps ?? 0n })
  const result = burnBps === undefined ? null : offer.result
  const worth = result?.worth ?? null
  return (
    <tr className={`border-t border-line align-baseline ${STACKED}`}>
      <th scope="row" className={`py-1.5 pr-2 text-left font-semibold ${STACKED}`}>
        {income.token}
      </th>
      <td className={`px-1 text-right font-semibold ${STACKED}`}>
        <Label text={labels[0]} />
        <span>{formatPercent(offer.yearlyRate)}</span>
      </td>
      <td className={`px-1 text-right ${STACKED}`}>
        <Label text={labels[1]} />
        <span>{`+${formatPercent(offer.termRate)}`}</span>
      </td>
      <td className={`pl-1 text-right ${STACKED}`}>
        <Label text={labels[2]} />
        {result === null ? (
          <span>—</span>
        ) : (
          <Amount
            value={result.net}
            token={income.token}
            size="sm"
            maxDecimals={SHOWN_DECIMALS}
            signed
            tone="in"
            className="font-semibold"
          />
        )}
        {income.token === 'DR' ? (
          <span className="block min-h-[18px] text-12 text-t2">
            {worth === null ? null : formatWorthBeside(worth)}
          </span>
        ) : null}
      </td>
    </tr>
  )
}
