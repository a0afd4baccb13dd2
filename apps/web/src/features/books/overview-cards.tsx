import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Async } from '../../ui/async.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { AreaChart } from '../../ui/charts/area-chart.tsx'
import { formatDate } from '../../ui/format.ts'
import { Receipt } from '../../ui/receipt.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { scheduledUntilYear } from './emission-schedule.ts'

const YEARS = 10

/** Emission so far and to come, what was burned, and the clock all of it is told by. */
export function OverviewCards() {
  const t = useT()
  const query = useQuery(overviewQuery())
  const years = Array.from({ length: YEARS + 1 }, (_, year) => {
    const millions = scheduledUntilYear(year) / 1_000_000
    return { label: t('platform.year', { count: year }), value: millions, text: millions.toFixed(2) }
  })
  return (
    <Card>
      <CardHeader title={t('platform.emission')} />
      <div className="mt-3 flex flex-col gap-3">
        <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
          {({ emission, burned, clock }) => (
            <Receipt
              rows={[
                {
                  label: t('platform.perDay'),
                  value: <Amount value={BigInt(emission.perDay)} token="DR" size="sm" />,
                },
                {
                  label: t('platform.released'),
                  value: <Amount value={BigInt(emission.released)} token="DR" size="sm" />,
                },
                {
                  label: t('platform.releasedUntil'),
                  value: `${formatDate(emission.releasedUntil * 1_000, 'YMDHMS')} · #${emission.releaseId}`,
                },
                { label: t('platform.fundedUntil'), value: formatDate(emission.fundedUntil * 1_000, 'YMD') },
                {
                  label: `${t('platform.burned')} DR`,
                  value: <Amount value={BigInt(burned.DR)} token="DR" size="sm" />,
                  total: true,
                },
                {
                  label: `${t('platform.burned')} DRGV`,
                  value: <Amount value={BigInt(burned.DRGV)} token="DRGV" size="sm" />,
                },
                {
                  label: t('platform.clock'),
                  value: `${formatDate(clock.timestamp * 1_000, 'YMDHMS')} · ${t('common.block', { number: clock.blockNumber.toLocaleString('en-US') })}`,
                },
              ]}
            />
          )}
        </Async>
        <div>
          <h3 className="mb-2 text-12 text-t2">{t('platform.schedule')}</h3>
          <AreaChart title={t('platform.schedule')} head={[t('platform.yearHead'), 'M DR']} points={years} />
        </div>
      </div>
    </Card>
  )
}
