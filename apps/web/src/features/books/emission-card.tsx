import { CENT, formatAmount } from '@dr/protocol/amounts'
import { POWER_FLOOR } from '@dr/protocol/constants'
import { daysUntilHalfPrice } from '@dr/protocol/rules/half-price'
import { nextHalving } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { AreaChart } from '../../ui/charts/area-chart.tsx'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { formatCount, formatDate } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'
import { scheduledUntilYear } from './emission-schedule.ts'

const YEARS = 10
/** Limit of the displayed days; a larger number means nothing to a reader. */
const DAYS_MAX = YEARS * 365

const daysText = (t: Translate, days: number | null): string =>
  days === null
    ? t('platform.halfPrice.never')
    : days > DAYS_MAX
      ? t('platform.halfPrice.long', { years: YEARS })
      : t('common.days', { count: days })

/** DR released by the contract's fixed schedule: so far, by day, and in future. */
export const EmissionCard = () => {
  const t = useT()
  const query = useQuery(overviewQuery())
  const years = Array.from({ length: YEARS + 1 }, (_, year) => {
    const millions = scheduledUntilYear(year) / 1_000_000
    return { label: t('platform.year', { count: year }), value: millions, text: millions.toFixed(2) }
  })
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('platform.emission')} />
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ clock, networkPower, emission, drPool, history }) => (
          <>
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
                  label: t('platform.part.undistributed-emission'),
                  value: <Amount value={BigInt(emission.undistributed)} token="DR" size="sm" />,
                },
                {
                  label: t('platform.releasedUntil'),
                  value: `${moment(emission.releasedUntil)} · #${emission.releaseId}`,
                },
                {
                  label: t('platform.halvesOn'),
                  value: formatDate(nextHalving(emission.fundedUntil, clock.timestamp) * 1_000, 'YMD'),
                },
                {
                  label: t('platform.poolUsdt'),
                  value: <Amount value={BigInt(drPool.usdt)} token="USDT" size="sm" />,
                },
                {
                  label: t('platform.halfPrice', { power: formatCount(networkPower) }),
                  value: daysText(t, drPool.daysUntilHalfPrice),
                },
                {
                  label: t('platform.halfPrice.full', { floor: formatCount(POWER_FLOOR) }),
                  value: daysText(
                    t,
                    daysUntilHalfPrice({
                      poolDr: BigInt(drPool.dr),
                      earnedPerDay: BigInt(emission.perDay),
                    }),
                  ),
                },
              ]}
            />
            {history === undefined || history.length < 2 ? null : (
              <div>
                <h3 className="mb-2 text-12 text-t2">{t('platform.releasedByDay')}</h3>
                <BarChart
                  title={t('platform.releasedByDay')}
                  head={[t('platform.day'), 'DR']}
                  points={history.map(({ day, released }) => ({
                    label: day.slice(5),
                    value: Number(BigInt(released) / CENT),
                    text: formatAmount(BigInt(released), { maxDecimals: 4 }),
                  }))}
                />
              </div>
            )}
          </>
        )}
      </Async>
      <div>
        <h3 className="mb-2 text-12 text-t2">{t('platform.schedule')}</h3>
        <AreaChart title={t('platform.schedule')} head={[t('platform.yearHead'), 'M DR']} points={years} />
      </div>
    </Card>
  )
}
