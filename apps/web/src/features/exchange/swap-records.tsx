import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { swapRecordsQuery } from '../../api/queries/swap.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { RecordList } from '../../ui/lists/record-list.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SwapRow } from './swap-row.tsx'

const SwapRecordSheet = lazySheet(() =>
  import('./swap-record-sheet.tsx').then((module) => module.SwapRecordSheet),
)

type SwapRecordsProps = {
  readonly address: Address
  /** Opens the swap form, for an empty list. */
  readonly onSwap: () => void
}

/** The user's final swaps, newest first; each opens its details. */
export const SwapRecords = ({ address, onSwap }: SwapRecordsProps) => {
  const t = useT()
  return (
    <RecordList
      query={useInfiniteQuery(swapRecordsQuery(address))}
      texts={{ loading: t('message.loading'), more: t('common.more') }}
      keyOf={({ orderId }) => orderId}
      empty={
        <EmptyState
          icon="swap"
          title={t('exchange.recordsEmpty')}
          detail={t('exchange.recordsHint')}
          action={<Button onClick={onSwap}>{t('exchange.recordsStart')}</Button>}
        />
      }
      row={(record, onOpen) => <SwapRow record={record} onOpen={onOpen} />}
      sheet={(record, control) => <SwapRecordSheet record={record} {...control} />}
    />
  )
}
