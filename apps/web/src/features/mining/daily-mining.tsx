import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { miningStatsQuery } from '../../api/queries/mining.ts'
import { formatRate } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { type Day, shownDays } from './daily-view.ts'

/** Height of the chart, so that nothing below it moves while loading. */
const HEIGHT = 'min-h-39'

/** DR mined by day, and in all days shown; for users with days to compare (`canDraw`). */
export const DailyMining = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(miningStatsQuery(address))
  const days = query.data && shownDays(query.data.days)
  const total = days?.reduce((sum, { mined }) => sum + BigInt(mined), 0n)
  return (
    <Card>
      <CardHeader
        title={t('home.daily')}
        aside={days && total ? `${t('common.days', { count: days.length })} · ${formatRate(total)} DR` : 'DR'}
      />
      <div className={`mt-3 ${HEIGHT}`}>
        <Async query={query} skeleton={<DaySkeleton label={t('message.loading')} />}>
          {(answer) => <Days days={shownDays(answer.days)} />}
        </Async>
      </div>
    </Card>
  )
}

const DaySkeleton = ({ label }: { readonly label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton className="h-20 w-full" />
    <Skeleton className="mt-2 h-3 w-full" />
  </div>
)

const Days = ({ days }: { readonly days: readonly Day[] }) => {
  const t = useT()
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
