import type { Withdrawal } from '@dr/protocol/calls/withdrawal'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withdrawalsQuery } from '../../api/queries/orders.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { WithdrawalRow } from './withdrawal-row.tsx'

const WithdrawalSheet = lazySheet(() =>
  import('./withdrawal-sheet.tsx').then((module) => module.WithdrawalSheet),
)

/** My withdrawals, each with what the chain says of it. */
export function WithdrawalRecords({ address }: { readonly address: Address }) {
  const t = useT()
  const query = useInfiniteQuery(withdrawalsQuery(address))
  const [shown, setShown] = useState<{ readonly withdrawal: Withdrawal; readonly open: boolean } | null>(null)
  return (
    <>
      <Card className="py-1">
        <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            if (items.length === 0)
              return <EmptyState icon="up" title={t('withdrawal.none')} detail={t('withdrawal.noneHint')} />
            return (
              <ul>
                {items.map((withdrawal) => (
                  <WithdrawalRow
                    key={withdrawal.orderId}
                    withdrawal={withdrawal}
                    onOpen={() => setShown({ withdrawal, open: true })}
                  />
                ))}
              </ul>
            )
          }}
        </Async>
      </Card>
      <MoreButton query={query} label={t('common.more')} />
      {shown ? (
        <WithdrawalSheet
          withdrawal={shown.withdrawal}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      ) : null}
    </>
  )
}
