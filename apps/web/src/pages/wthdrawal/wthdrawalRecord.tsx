import { useSession } from '../../api/session/session.ts'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { WithdrawalRecords } from '../../features/withdrawal/withdrawal-records.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Narrow } from '../../ui/layout/columns.tsx'
import { Page } from '../frame/page.tsx'

/** `/pages/wthdrawal/wthdrawalRecord`: withdrawals with their chain state. */
export const WithdrawalRecordPage = () => {
  const t = useT()
  const session = useSession()
  return (
    <Page title={t('withdrawal.records')}>
      <Narrow>
        {session.status === 'signed-in' ? (
          <WithdrawalRecords address={session.address} />
        ) : (
          <SignInCard title={t('assets.visitor')} />
        )}
      </Narrow>
    </Page>
  )
}
