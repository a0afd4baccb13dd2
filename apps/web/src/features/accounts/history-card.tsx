import type { BalanceRange } from '@dr/protocol/calls/user-money'
import { BALANCE_RANGE_NAMES } from '@dr/protocol/constants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { balanceHistoryQuery } from '../../api/queries/balance-history.ts'
import { useT } from '../../i18n/use-t.ts'
import { AreaChart } from '../../ui/charts/area-chart.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { day } from '../../ui/text/moment.ts'
import { historyPoints } from './history-view.ts'

export const HISTORY_RANGE_FIRST = '1m' satisfies BalanceRange

/**
 * Worth of the accounts over time, by the ledger. Deposits and withdrawals change it too, so no gain is
 * shown. Nothing is drawn without enough points.
 */
export const HistoryCard = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const [range, setRange] = useState<BalanceRange>(HISTORY_RANGE_FIRST)
  const { data } = useQuery(balanceHistoryQuery(address, range))
  const points = data && historyPoints(data)
  if (!points) return null
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">{t('assets.history')}</h2>
      <Segmented<BalanceRange>
        label={t('assets.history')}
        value={range}
        onChange={setRange}
        items={BALANCE_RANGE_NAMES.map((value) => ({ value, label: t(`assets.history.${value}`) }))}
      />
      <AreaChart
        title={t('assets.history')}
        head={[t('ledger.detail.time'), t('ledger.detail.amount')]}
        points={points}
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
