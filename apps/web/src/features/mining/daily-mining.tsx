import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { miningStatsQuery } from '../../api/queries/mining.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const DAYS_SHOWN = 30
/** The chart's, so that nothing below it jumps while it is read, nor when there is nothing to draw yet. */
const HEIGHT = 'min-h-39'

/** Mined a day, the last 30 days. */
export function DailyMining({ address }: { readonly address: Address }) {
  const t = useT()
  const query = useQuery(miningStatsQuery(address))
  return (
    <Card>
      <CardHeader title={t('home.daily')} aside="DR" />
      <div className={`mt-3 ${HEIGHT}`}>
        <Async query={query} skeleton={<Waiting label={t('message.loading')} />}>
          {({ days }) => <Days days={days.slice(-DAYS_SHOWN)} />}
        </Async>
      </div>
    </Card>
  )
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="mt-2 h-3 w-full" />
    </div>
  )
}

type DaysProps = { readonly days: readonly { readonly day: string; readonly mined: string }[] }

function Days({ days }: DaysProps) {
  const t = useT()
  if (days.every(({ mined }) => mined === '0')) {
    return <p className={`grid place-items-center text-t2 ${HEIGHT}`}>{t('home.daily.none')}</p>
  }
  return (
    <BarChart
      title={t('home.daily')}
      head={[t('home.daily.day'), 'DR']}
      points={days.map(({ day, mined }) => ({
        label: day,
        value: Number(BigInt(mined) / 10n ** 12n),
        text: formatAmount(BigInt(mined)),
        edge: formatAmount(BigInt(mined), { maxDecimals: 2 }),
      }))}
    />
  )
}
