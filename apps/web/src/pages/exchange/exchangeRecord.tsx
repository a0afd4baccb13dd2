import { useT } from '../../i18n/use-t.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../frame/page.tsx'

/** `/pages/exchange/exchangeRecord`: empty until the swap opens. */
export function ExchangeRecordPage() {
  const t = useT()
  return (
    <Page title={t('exchange.records')}>
      <EmptyState icon="swap" title={t('power.recordsEmpty')} detail={t('exchange.recordsHint')} />
    </Page>
  )
}
