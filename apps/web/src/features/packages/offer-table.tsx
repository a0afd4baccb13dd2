import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import type { PackageList } from '../../api/queries/packages.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatPercent } from '../../ui/format.ts'
import { exampleOf, offerOf } from './package-view.ts'
import { useBurnBps } from './use-burn-bps.ts'

const SHOWN_DECIMALS = 2

type OfferTableProps = {
  readonly item: TermPackage
  readonly prices: PackageList['prices']
  /** Of the package. */
  readonly name: string
}

/** One line for each income, in the same columns for every package, so that offers can be compared. */
export function OfferTable({ item, prices, name }: OfferTableProps) {
  const t = useT()
  const amount = formatAmount(exampleOf(item), { maxDecimals: 0 })
  const head = 'pb-1 align-bottom font-normal'
  return (
    <table className="num mt-2 w-full text-14" aria-label={name}>
      <thead className="text-12 text-t2">
        <tr className="h-10">
          <th className={`${head} pr-2 text-left`}>
            <span className="sr-only">{t('home.packages.col.income')}</span>
          </th>
          <th className={`${head} px-1 text-right`}>{t('home.packages.col.year')}</th>
          <th className={`${head} px-1 text-right`}>{t('home.packages.col.term')}</th>
          <th className={`${head} pl-1 text-right`}>
            {t('home.packages.col.net', { amount, token: item.token })}
          </th>
        </tr>
      </thead>
      <tbody>
        {item.incomes.map((income) => (
          <OfferLine key={income.token} item={item} income={income} prices={prices} />
        ))}
      </tbody>
    </table>
  )
}

type OfferLineProps = Omit<OfferTableProps, 'name'> & { readonly income: PackageIncome }

function OfferLine({ item, income, prices }: OfferLineProps) {
  const t = useT()
  const burnBps = useBurnBps()
  const offer = offerOf({ terms: item, income, amount: exampleOf(item), prices, burnBps: burnBps ?? 0n })
  const result = burnBps === undefined ? null : offer.result
  const worth = result?.worth ?? null
  return (
    <tr className="border-t border-line align-baseline">
      <th scope="row" className="py-1.5 pr-2 text-left font-semibold">
        {income.token}
      </th>
      <td className="px-1 text-right font-semibold">{formatPercent(offer.yearlyRate)}</td>
      <td className="px-1 text-right">+{formatPercent(offer.termRate)}</td>
      <td className="pl-1 text-right">
        {result === null ? (
          '—'
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
            {worth === null
              ? null
              : t('common.approxUsdt', { amount: formatAmount(worth, { maxDecimals: SHOWN_DECIMALS }) })}
          </span>
        ) : null}
      </td>
    </tr>
  )
}
