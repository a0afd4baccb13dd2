import { useT } from '../../i18n/use-t.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../frame/page.tsx'

/** `/pages/DCP/Pledgerecord`: nothing can have happened before POD power opens, and the page says so. */
export function PledgeRecordPage() {
  const t = useT()
  return (
    <Page title={t('power.records')}>
      <EmptyState icon="power" title={t('power.recordsEmpty')} detail={t('power.recordsHint')} />
    </Page>
  )
}
