import type { BalanceRange } from '@dr/protocol/calls/user-money'
import { BALANCE_RANGE_NAMES } from '@dr/protocol/constants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { balanceHistoryQuery } from '../../api/queries/balance-history.ts'
import { formatPrice } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { AreaChart } from '../../ui/charts/area-chart.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { day } from '../../ui/text/moment.ts'
import { viewHistory } from './history-view.ts'

export const HISTORY_RANGE_FIRST = '1m' satisfies BalanceRange

/** What the accounts held over time, by the ledger; nothing is drawn where there is no line yet. */
export const HistoryCard = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const [range, setRange] = useState<BalanceRange>(HISTORY_RANGE_FIRST)
  const { data } = useQuery(balanceHistoryQuery(address, range))
  const view = data && viewHistory(data)
  if (!view) return null
  const { change } = view
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h2 className="text-16 font-semibold">{t('assets.history')}</h2>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <Amount value={view.last} token="USD" maxDecimals={2} size="lg" />
          <span className={`num text-12 ${change < 0n ? 'text-out' : 'text-in'}`}>
            {change < 0n ? `−${formatPrice(-change, 2)}` : `+${formatPrice(change, 2)}`}
          </span>
        </p>
      </div>
      <Segmented<BalanceRange>
        label={t('assets.history')}
        value={range}
        onChange={setRange}
        items={BALANCE_RANGE_NAMES.map((value) => ({ value, label: t(`assets.history.${value}`) }))}
      />
      <AreaChart
        title={t('assets.history')}
        head={[t('ledger.detail.time'), t('ledger.detail.amount')]}
        points={view.points}
        tall
        scrub
      />
      <p className="text-12 text-t2">
        {`${t('assets.history.note')}${
          data.readFrom === null ? '' : ` ${t('assets.history.from', { date: day(data.readFrom) })}`
        }`}
      </p>
    </Card>
  )
}
