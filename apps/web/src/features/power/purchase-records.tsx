import { formatAmount } from '@dr/protocol/amounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { podPurchasesQuery } from '../../api/queries/pod-power.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Async } from '../../ui/async.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { moment } from '../../ui/moment.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { PodPowerPurchase } from './purchase-sheet.tsx'

const PurchaseSheet = lazySheet(() => import('./purchase-sheet.tsx').then((module) => module.PurchaseSheet))

/** My purchases of POD power, newest first, each with what dividends have consumed of it. */
export function PurchaseRecords({ address }: { readonly address: Address }) {
  const t = useT()
  const query = useInfiniteQuery(podPurchasesQuery(address))
  const [shown, setShown] = useState<{ readonly purchase: PodPowerPurchase; readonly open: boolean } | null>(
    null,
  )
  return (
    <>
      <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0)
            return <EmptyState icon="power" title={t('message.no_data')} detail={t('power.records.none')} />
          return (
            <Card className="py-1">
              <ul>
                {items.map((purchase) => (
                  <ListRow
                    key={purchase.orderId}
                    icon="power"
                    iconTone="gold"
                    title={t('power.records.bought')}
                    detail={moment(purchase.at)}
                    value={<Amount value={BigInt(purchase.power)} token="POD" size="sm" signed tone="in" />}
                    valueDetail={t('power.records.consumed', {
                      amount: formatAmount(BigInt(purchase.consumed), { maxDecimals: 4 }),
                    })}
                    chevron
                    onClick={() => setShown({ purchase, open: true })}
                  />
                ))}
              </ul>
            </Card>
          )
        }}
      </Async>
      <MoreButton query={query} label={t('common.more')} />
      {shown ? (
        <PurchaseSheet
          purchase={shown.purchase}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      ) : null}
    </>
  )
}
