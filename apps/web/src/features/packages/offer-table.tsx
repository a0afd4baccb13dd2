import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { Fragment } from 'react'
import type { PackageList } from '../../api/queries/packages.ts'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { formatPercent } from '../../ui/text/format.ts'
import { day } from '../../ui/text/moment.ts'
import { exampleOf, offerOf } from './package-view.ts'
import { useBurnBps } from './use-burn-bps.ts'

const SHOWN_DECIMALS = 2

/** With enlarged text cells are below each other, each with its column's name. */
const STACKED = '@max-[14rem]:block'
const Label = ({ text }: { readonly text: string }) => (
  <span aria-hidden="true" className="hidden text-12 font-normal text-t2 @max-[14rem]:block">
    {text}
  </span>
)

const short = (value: bigint): string => formatAmount(value, { maxDecimals: SHOWN_DECIMALS })

/** End of an income's funding for new positions, and the rest of its budget. */
const fundingText = (t: Translate, { token, room, left, fundedUntil }: PackageIncome): string => {
  const rest = { amount: formatAmount(BigInt(left), { maxDecimals: 0 }), token }
  if (fundedUntil !== null) return t('home.packages.fundedUntil', { ...rest, date: day(fundedUntil) })
  return room === null ? t('home.packages.left', rest) : t('home.packages.notFunded', { token })
}

type OfferTableProps = {
  readonly item: TermPackage
  readonly prices: PackageList['prices']
  /** Name of the package. */
  readonly name: string
  /** Without the funding of each income. */
  readonly brief: boolean
}

/** One line for each income, in the same columns for every package, so that offers can be compared. */
export const OfferTable = ({ item, prices, name, brief }: OfferTableProps) => {
  const t = useT()
  const amount = formatAmount(exampleOf(item), { maxDecimals: 0 })
  const head = 'pb-1 align-bottom font-normal'
  const labels = [
    t('home.packages.col.year'),
    t('home.packages.col.term'),
    t('home.packages.col.net'),
  ] as const
  return (
    <div className="@container">
      <table className={`num mt-2 w-full text-14 ${STACKED}`} aria-label={name}>
        <thead className="text-12 text-t2 @max-[14rem]:hidden">
          <tr className="h-10">
            <th className={`${head} pr-2 text-left`}>
              {t('home.packages.col.basis', { amount, token: item.token })}
            </th>
            <th className={`${head} px-1 text-right`}>{labels[0]}</th>
            <th className={`${head} px-1 text-right`}>{labels[1]}</th>
            <th className={`${head} pl-1 text-right`}>{labels[2]}</th>
          </tr>
        </thead>
        <tbody className={STACKED}>
          {item.incomes.map((income) => (
            <Fragment key={income.token}>
              <OfferLine item={item} income={income} prices={prices} labels={labels} />
              {brief ? null : (
                <tr className={STACKED}>
                  <td colSpan={4} className={`pb-1.5 text-12 text-t2 ${STACKED}`}>
                    {fundingText(t, income)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type OfferLineProps = Pick<OfferTableProps, 'item' | 'prices'> & {
  readonly income: PackageIncome
  /** Names of the columns: yearly, term, net. */
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
        <span>{result === null ? '—' : `+${short(result.income)}`}</span>
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
