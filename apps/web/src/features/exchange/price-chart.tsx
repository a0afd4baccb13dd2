import { PRICE_RANGES, type PriceRange } from '@dr/protocol/constants'
import { isPriced, PRICED_TOKENS, type PricedToken } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { livePoolsQuery, priceHistoryQuery } from '../../api/queries/swap.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { AreaChart } from '../../ui/charts/area-chart.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'
import { shownDate } from '../../ui/text/moment.ts'
import { withLivePool } from './live-prices.ts'
import { changeText, type PriceHistory, priceNumber, priceText, viewPrices } from './price-view.ts'
import type { Pair } from './swap-preview.ts'

/** Token whose price is drawn: the priced output, otherwise the priced input. */
const pricedOf = ({ output, input }: Pair): PricedToken =>
  isPriced(output) ? output : isPriced(input) ? input : 'DR'

/** Next priced token, cyclic. */
const nextPriced = (token: PricedToken): PricedToken =>
  PRICED_TOKENS[(PRICED_TOKENS.indexOf(token) + 1) % PRICED_TOKENS.length] ?? token

/** Price chart from the public pool's events. */
export const PriceChart = ({ pair }: { readonly pair: Pair }) => {
  const t = useT()
  const [chosen, setChosen] = useState<{ readonly of: PricedToken; readonly token: PricedToken } | null>(null)
  const [range, setRange] = useState<PriceRange>('24h')
  const suggested = pricedOf(pair)
  const token = chosen?.of === suggested ? chosen.token : suggested
  const next = nextPriced(token)
  const query = useQuery(priceHistoryQuery(token, range))
  const live = useQuery(livePoolsQuery()).data
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{t('exchange.chart.title', { token })}</h2>
        <button
          type="button"
          className="tap text-12 text-gold"
          onClick={() => setChosen({ of: suggested, token: next })}
        >
          {t('exchange.chart.other', { token: next })}
        </button>
      </div>
      <Segmented<PriceRange>
        label={t('exchange.chart.range')}
        value={range}
        onChange={setRange}
        items={PRICE_RANGES.map((value) => ({ value, label: t(`exchange.chart.${value}`) }))}
      />
      <Async query={query} skeleton={<ChartSkeleton />}>
        {(history) => <Chart history={withLivePool(history, live)} />}
      </Async>
    </Card>
  )
}

const Chart = ({ history }: { readonly history: PriceHistory }) => {
  const t = useT()
  const view = viewPrices(history)
  if (view === null)
    return (
      <EmptyState icon="clock" title={t('exchange.chart.none')} detail={t('exchange.chart.noneDetail')} />
    )
  const tone = view.changeBps > 0n ? 'in' : view.changeBps < 0n ? 'out' : 'off'
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <Amount value={view.last} token="USDT" size="lg" maxDecimals={6} minDecimals={2} />
        <Chip tone={tone}>{changeText(view.changeBps)}</Chip>
        <span className="text-12 text-t2">{t(`exchange.chart.${history.range}`)}</span>
      </div>
      <AreaChart
        title={t('exchange.chart.title', { token: history.token })}
        head={[t('exchange.chart.time'), 'USDT']}
        points={view.points}
        axis={{
          low: priceNumber(view.axis.low),
          high: priceNumber(view.axis.high),
          lowText: priceText(view.axis.low),
          highText: priceText(view.axis.high),
        }}
        tall
        scrub
      />
      <p className="mt-1 text-12 text-t2">
        {view.shortSince === null
          ? t('exchange.chart.source')
          : t('exchange.chart.since', { time: shownDate(view.shortSince * 1_000, 'YMDHMS') })}
      </p>
    </div>
  )
}

/** As tall as the chart with its price, axis ends, table and source. */
const ChartSkeleton = () => {
  const t = useT()
  return (
    <div role="status" aria-label={t('message.loading')} className="flex flex-col gap-3">
      <Skeleton className="h-8 w-36" />
      <Skeleton className="h-36 w-full rounded-16" />
      <Skeleton className="h-4 w-full" />
      <p className="mt-4.5 text-12">
        <SkeletonText>{t('exchange.chart.source')}</SkeletonText>
      </p>
    </div>
  )
}
