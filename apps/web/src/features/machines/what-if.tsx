import { type Conditions, type Offer, type WhatIf, whatIf } from '@dr/protocol/rules/machine-outlook'
import { type OfferTerms, withMachines } from '../../api/queries/use-offer-terms.ts'
import { formatNet } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { formatCount, formatShare } from '../../ui/text/format.ts'

type WhatIfTableProps = {
  readonly offer: Offer
  readonly terms: OfferTerms
  /** Bought machines and their cost. */
  readonly aside: string
}

/** Null without a price. */
const outlookOf = (offer: Offer, terms: OfferTerms): WhatIf | null => {
  if (terms.prices === null) return null
  const today: Conditions = withMachines({ ...terms, ...terms.prices }, offer)
  return whatIf(offer, today)
}

/** Best and worst case of the table in one line, for when the table may be out of sight. */
export const BestAndWorst = ({ offer, terms }: Omit<WhatIfTableProps, 'aside'>) => {
  const t = useT()
  const outlook = outlookOf(offer, terms)
  if (outlook === null) return null
  return (
    <p className="num flex flex-wrap justify-center gap-x-4 text-14 text-t2">
      {endsOf(t, outlook).map(({ label, net }) => (
        <span key={label}>
          {label} <span className={cx('font-semibold', toneOf(net))}>{formatNet(net)}</span>
        </span>
      ))}
    </p>
  )
}

/** Gain or loss of the machines over their life, by DR's price and network power. */
export const WhatIfTable = ({ offer, terms, aside }: WhatIfTableProps) => {
  const t = useT()
  const outlook = outlookOf(offer, terms)
  if (outlook === null) return null
  const title = t('whatIf.title', { days: formatCount(offer.lifeDays) })
  return (
    <section aria-label={title} className="rounded-16 border border-line bg-s2 p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-14 font-semibold">{title}</h3>
        <p className="num text-12 text-t2">{aside}</p>
      </div>
      <Table outlook={outlook} title={title} />
      <Bars outlook={outlook} />
      <p className="mt-2 text-12 text-t2">
        {t('whatIf.note', { percent: formatShare(terms.burnBps, 10_000n) })}
      </p>
    </section>
  )
}

const toneOf = (net: bigint): string => (net < 0n ? 'text-out' : 'text-in')

const Table = ({ outlook, title }: { readonly outlook: WhatIf; readonly title: string }) => {
  const t = useT()
  return (
    <table className="num mt-2 w-full border-separate border-spacing-0 overflow-hidden rounded-12 border border-line bg-s1 text-14 [&_td]:border-t [&_td]:border-line [&_td]:border-l [&_th]:border-line [&_th]:text-12 [&_th]:font-normal [&_th]:text-t2 [&_:is(td,th)]:p-1.5">
      <caption className="sr-only">{title}</caption>
      <thead className="bg-s2">
        <tr>
          <th scope="col" className="text-left">
            {t('rates.drPrice')}
          </th>
          {outlook.powers.map((power) => (
            <th key={power} scope="col" className="border-l text-right">
              {t('whatIf.to', { power: `${formatCount(power)}\u00a0T` })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {outlook.rows.map(({ pricePercent, nets }) => (
          <tr key={String(pricePercent)}>
            <th scope="row" className="border-t text-left">
              {pricePercent === 100n ? t('whatIf.today') : `−${100n - pricePercent}%`}
            </th>
            {nets.map((net, column) => (
              <td key={outlook.powers[column]} className={cx('text-right font-semibold', toneOf(net))}>
                {formatNet(net)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const magnitude = (net: bigint): bigint => (net < 0n ? -net : net)

const endsOf = (t: Translate, { best, worst }: WhatIf) => [
  { label: t('whatIf.best'), net: best },
  { label: t('whatIf.worst'), net: worst },
]

const Bars = ({ outlook }: { readonly outlook: WhatIf }) => {
  const t = useT()
  const { best, worst } = outlook
  const [a, b] = [magnitude(best), magnitude(worst)]
  const whole = a > b ? a : b
  return (
    <dl className="num mt-2.5 flex flex-col gap-1 text-12 text-t2">
      {endsOf(t, outlook).map(({ label, net }) => (
        <div key={label} className="grid grid-cols-[5.5rem_1fr_4rem] items-center gap-2">
          <dt>{label}</dt>
          <dd aria-hidden="true">
            <span
              className={cx('block h-2.5 rounded-6', net < 0n ? 'bg-out' : 'bg-in')}
              style={{ width: `${whole === 0n ? 0 : Number((magnitude(net) * 1_000n) / whole) / 10}%` }}
            />
          </dd>
          <dd className={cx('text-right font-semibold', toneOf(net))}>{formatNet(net)}</dd>
        </div>
      ))}
    </dl>
  )
}
