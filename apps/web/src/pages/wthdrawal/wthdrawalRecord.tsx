import { useSession } from '../../api/session/session.ts'
import { Visitor } from '../../features/session/visitor.tsx'
import { WithdrawalRecords } from '../../features/withdrawal/withdrawal-records.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Narrow } from '../../ui/layout/columns.tsx'
import { Page } from '../frame/page.tsx'

/** `/pages/wthdrawal/wthdrawalRecord`: withdrawals with their state on chain. */
export const WithdrawalRecordPage = () => {
  const t = useT()
  const session = useSession()
  return (
    <Page title={t('withdrawal.records')}>
      {session.status === 'signed-in' ? (
        <Narrow>
          <WithdrawalRecords address={session.address} />
        </Narrow>
      ) : (
        <Visitor title={t('assets.visitor')} sample="ledger" />
      )}
    </Page>
  )
}
