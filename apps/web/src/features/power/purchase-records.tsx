import { formatAmount } from '@dr/protocol/amounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { podPurchasesQuery } from '../../api/queries/pod-power.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { RecordList } from '../../ui/lists/record-list.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { moment } from '../../ui/text/moment.ts'

const PurchaseSheet = lazySheet(() => import('./purchase-sheet.tsx').then((module) => module.PurchaseSheet))

/** The user's purchases of POD power, newest first, each with the part that dividends have consumed. */
export const PurchaseRecords = ({ address }: { readonly address: Address }) => {
  const t = useT()
  return (
    <RecordList
      query={useInfiniteQuery(podPurchasesQuery(address))}
      texts={{ loading: t('message.loading'), more: t('common.more') }}
      keyOf={({ orderId }) => orderId}
      empty={<EmptyState icon="power" title={t('message.no_data')} detail={t('power.records.none')} />}
      row={(purchase, onOpen) => (
        <ListRow
          icon="power"
          iconTone="gold"
          title={t('power.records.bought')}
          detail={moment(purchase.at)}
          value={<Amount value={BigInt(purchase.power)} token="POD" size="sm" signed tone="in" />}
          valueDetail={t('power.records.consumed', {
            amount: formatAmount(BigInt(purchase.consumed), { maxDecimals: 4 }),
          })}
          chevron
          onClick={onOpen}
        />
      )}
      sheet={(purchase, control) => <PurchaseSheet purchase={purchase} {...control} />}
    />
  )
}
