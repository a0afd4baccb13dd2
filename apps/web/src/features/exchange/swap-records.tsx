import type { SwapRecord } from '@dr/protocol/calls/swap'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { swapRecordsQuery } from '../../api/queries/swap.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SwapRow } from './swap-row.tsx'

const SwapRecordSheet = lazySheet(() =>
  import('./swap-record-sheet.tsx').then((module) => module.SwapRecordSheet),
)

type SwapRecordsProps = {
  readonly address: Address
  /** The next step where there is none yet. */
  readonly onSwap: () => void
}

/** My final swaps, newest first; each opens whole. */
export function SwapRecords({ address, onSwap }: SwapRecordsProps) {
  const t = useT()
  const query = useInfiniteQuery(swapRecordsQuery(address))
  const [shown, setShown] = useState<{ readonly record: SwapRecord; readonly open: boolean } | null>(null)
  return (
    <>
      <Card className="py-1">
        <Async query={query} skeleton={<SkeletonRows count={5} label={t('message.loading')} />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            if (items.length === 0)
              return (
                <EmptyState
                  icon="swap"
                  title={t('exchange.recordsEmpty')}
                  detail={t('exchange.recordsHint')}
                  action={<Button onClick={onSwap}>{t('exchange.recordsStart')}</Button>}
                />
              )
            return (
              <ul>
                {items.map((record) => (
                  <SwapRow
                    key={record.orderId}
                    record={record}
                    onOpen={() => setShown({ record, open: true })}
                  />
                ))}
              </ul>
            )
          }}
        </Async>
      </Card>
      <MoreButton query={query} label={t('common.more')} />
      {shown ? (
        <SwapRecordSheet
          record={shown.record}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      ) : null}
    </>
  )
}
