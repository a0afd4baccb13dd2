import { useSession } from '../../api/session/session.ts'
import { CollectRow } from '../../features/mining/collect-row.tsx'
import { Visitor } from '../../features/session/visitor.tsx'
import { WithdrawalRecords } from '../../features/withdrawal/withdrawal-records.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/wthdrawal/wthdrawalRecord`: withdrawals with their state on chain. */
export const WithdrawalRecordPage = () => {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const two = useTwoColumns()
  return (
    <Page title={t('withdrawal.records')}>
      {session.status === 'signed-in' ? (
        <Columns
          side={
            two ? (
              <>
                <Card className="flex flex-col gap-3">
                  <p className="text-14 text-t2">{t('withdrawal.how')}</p>
                  <Button variant="primary" onClick={() => push(PATHS.withdrawal)}>
                    {t('assets.withdraw')}
                  </Button>
                </Card>
                <CollectRow address={session.address} />
              </>
            ) : null
          }
        >
          <WithdrawalRecords address={session.address} />
        </Columns>
      ) : (
        <Visitor title={t('assets.visitor')} sample="ledger" />
      )}
    </Page>
  )
}
