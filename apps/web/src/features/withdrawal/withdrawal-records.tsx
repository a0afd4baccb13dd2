import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { withdrawalsQuery } from '../../api/queries/orders.ts'
import { useT } from '../../i18n/use-t.ts'
import { RecordList } from '../../ui/lists/record-list.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { WithdrawalRow } from './withdrawal-row.tsx'

const WithdrawalSheet = lazySheet(() =>
  import('./withdrawal-sheet.tsx').then((module) => module.WithdrawalSheet),
)

/** The user's withdrawals, each with its state on chain. */
export const WithdrawalRecords = ({ address }: { readonly address: Address }) => {
  const t = useT()
  return (
    <RecordList
      query={useInfiniteQuery(withdrawalsQuery(address))}
      texts={{ loading: t('message.loading'), more: t('common.more') }}
      keyOf={({ orderId }) => orderId}
      empty={<EmptyState icon="up" title={t('withdrawal.none')} detail={t('withdrawal.noneHint')} />}
      row={(withdrawal, onOpen) => <WithdrawalRow withdrawal={withdrawal} onOpen={onOpen} />}
      sheet={(withdrawal, control) => <WithdrawalSheet withdrawal={withdrawal} {...control} />}
    />
  )
}
