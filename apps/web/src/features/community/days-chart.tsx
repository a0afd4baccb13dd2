import { formatAmount } from '@dr/protocol/amounts'
import { useState } from 'react'
import { formatWorth } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { heightOf, lastDays, METRICS, type Metric, type Scope, type TeamDay } from './additions.ts'

const DAYS_DRAWN = 14

type DaysChartProps = {
  readonly days: readonly TeamDay[]
  readonly scope: Scope
  readonly today: string
  /** All older days have been read. */
  readonly complete: boolean
}

/** Chart of the last two weeks by one of four figures. */
export const DaysChart = ({ days, scope, today, complete }: DaysChartProps) => {
  const t = useT()
  const [metric, setMetric] = useState<Metric>('newMembers')
  const drawn = lastDays(days, { today, count: DAYS_DRAWN, complete })
  const title = t(`community.add.${metric}`)
  const textOf = (figures: TeamDay[Scope]): string => {
    if (metric === 'newMembers') return String(figures.newMembers)
    const amount = BigInt(figures[metric])
    return metric === 'power' ? formatAmount(amount, { maxDecimals: 2 }) : formatWorth(amount)
  }
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader
        title={t('community.add.chart', { days: DAYS_DRAWN })}
        aside={metric === 'power' ? 'POD' : undefined}
      />
      <Segmented<Metric>
        label={t('community.add.metric')}
        value={metric}
        onChange={setMetric}
        items={METRICS.map((value) => ({ value, label: t(`community.add.${value}`) }))}
      />
      <BarChart
        title={title}
        head={[t('home.daily.day'), title]}
        points={drawn.map(({ day, figures }) => ({
          label: day,
          value: figures ? heightOf(figures[scope], metric) : 0,
          text: figures ? textOf(figures[scope]) : '0',
        }))}
      />
    </Card>
  )
}
