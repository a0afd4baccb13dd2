import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { ShareBar } from '../../ui/pictures/share-bar.tsx'
import { formatBps } from '../../ui/text/format.ts'

const WHOLE_BPS = 10_000
/** Usual share, before the products are read, and if none is on sale. */
const USUAL_BURNED_BPS = 2_000

const FLOWS = ['electricity', 'pod', 'package', 'swap'] as const
const SOURCES = ['dr', 'dividends', 'packages'] as const

/** Distribution of users' payments, with a chart of a machine's price. */
export const MoneyFlow = () => {
  const t = useT()
  const { data } = useQuery(productsQuery())
  const burned = data?.items[0]?.drgvShareBps ?? USUAL_BURNED_BPS
  const parts = [
    { label: t('guide.flow.project'), bps: WHOLE_BPS - burned, tone: 'gold' },
    { label: t('guide.flow.burned'), bps: burned, tone: 'out' },
    { label: t('guide.flow.back'), bps: 0, tone: 'in' },
  ] as const
  return (
    <Card>
      <CardHeader title={t('guide.flow')} />
      <h3 className="mt-2 mb-1.5 text-14 font-semibold">{t('guide.flow.machine')}</h3>
      <ShareBar
        label={t('guide.flow.machine')}
        parts={parts.map(({ label, bps, tone }) => ({
          label,
          tone,
          size: BigInt(bps),
          value: <span className="font-semibold">{formatBps(bps)}</span>,
        }))}
      />
      <Rows
        className="mt-3 border-t border-line"
        rows={FLOWS.map((flow) => [t(`guide.flow.${flow}`), t(`guide.flow.${flow}To`)])}
      />
    </Card>
  )
}

/** Funding of each kind of reward. */
export const RewardSources = () => {
  const t = useT()
  return (
    <Card>
      <CardHeader title={t('guide.sources')} />
      <Rows
        rows={SOURCES.map((source) => [t(`guide.sources.${source}`), t(`guide.sources.${source}From`)])}
      />
      <p className="mt-2 text-14">{t('guide.sources.never')}</p>
    </Card>
  )
}

type RowsProps = {
  readonly rows: readonly (readonly [name: string, text: string])[]
  readonly className?: string
}

const Rows = ({ rows, className = 'mt-1' }: RowsProps) => (
  <dl className={className}>
    {rows.map(([name, text]) => (
      <div key={name} className="flex flex-wrap gap-x-3 border-line py-2.5 text-14 not-first:border-t">
        <dt className="min-w-28 flex-[1_0_28%] font-semibold">{name}</dt>
        <dd className="min-w-40 flex-[2_1_60%] text-t2">{text}</dd>
      </div>
    ))}
  </dl>
)
