import { formatAmount, WAD } from '@dr/protocol/amounts'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import type { PodPowerInfo } from './power-hero.tsx'

type Whose = 'mine' | 'everybody'

/**
 * POD units bought by day (UTC) in the last 30 days, by the user and by everyone. Nothing without
 * purchases.
 */
export const DailyAdditions = ({ days }: { readonly days: PodPowerInfo['days'] }) => {
  const t = useT()
  const [whose, setWhose] = useState<Whose>('everybody')
  if (days.every(({ everybody }) => everybody === '0')) return null
  const points = days.map((day) => ({
    label: day.day,
    value: Number(BigInt(day[whose]) / WAD),
    text: formatAmount(BigInt(day[whose])),
    edge: formatAmount(BigInt(day[whose]), { maxDecimals: 2 }),
  }))
  const any = days.some((day) => day[whose] !== '0')
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('power.daily')} aside="POD" />
      <Segmented<Whose>
        label={t('power.daily')}
        value={whose}
        onChange={setWhose}
        items={(['everybody', 'mine'] as const).map((value) => ({ value, label: t(`power.daily.${value}`) }))}
      />
      {any ? (
        <BarChart title={t('power.daily')} head={[t('home.daily.day'), 'POD']} points={points} />
      ) : (
        <EmptyState icon="power" title={t(`power.daily.none.${whose}`)} />
      )}
    </Card>
  )
}
