import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { miningStatsQuery } from '../../api/queries/mining.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { BarChart } from '../../ui/charts/bar-chart.tsx'

const DAYS_SHOWN = 30

/** Mined a day, the last 30 days; nothing is drawn before the first day with anything to show. */
export function DailyMining({ address }: { readonly address: Address }) {
  const t = useT()
  const { data } = useQuery(miningStatsQuery(address))
  const days = data?.days.slice(-DAYS_SHOWN) ?? []
  if (!days.some(({ mined }) => mined !== '0')) return null
  return (
    <Card>
      <CardHeader title={t('home.daily')} aside="DR" />
      <div className="mt-3">
        <BarChart
          title={t('home.daily')}
          head={[t('home.daily.day'), 'DR']}
          points={days.map(({ day, mined }) => ({
            label: day,
            value: Number(BigInt(mined) / 10n ** 12n),
            text: formatAmount(BigInt(mined)),
          }))}
        />
      </div>
    </Card>
  )
}
