import { useSession } from '../../api/session.ts'
import { LedgerRecords } from '../../features/ledger/ledger-records.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Page } from '../frame/page.tsx'

/** `/pages/assets/assetsRecord`: the ledger with filters and CSV. */
export function AssetsRecordPage() {
  const t = useT()
  const session = useSession()
  return (
    <Page title={t('assets.record.title')}>
      {session.status === 'signed-in' ? (
        <LedgerRecords address={session.address} />
      ) : (
        <SignInCard title={t('assets.visitor')} />
      )}
    </Page>
  )
}
