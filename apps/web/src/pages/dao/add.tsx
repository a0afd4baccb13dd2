import { useT } from '../../i18n/use-t.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../frame/page.tsx'

/** `/pages/dao/add`: additions by day, which open with the community. */
export function CommunityAddPage() {
  const t = useT()
  return (
    <Page title={t('community.add')}>
      <EmptyState icon="dao" title={t('message.no_data')} detail={t('community.addHint')} />
    </Page>
  )
}
