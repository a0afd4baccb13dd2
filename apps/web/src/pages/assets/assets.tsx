import { useSession } from '../../api/session.ts'
import { Accounts } from '../../features/accounts/accounts.tsx'
import { RecentFlows } from '../../features/ledger/recent-flows.tsx'
import { CollectRow } from '../../features/mining/collect-row.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/assets/assets`: three accounts, collecting, withdrawing, the ledger. */
export function AssetsPage() {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const mine = session.status === 'signed-in' ? session : null
  return (
    <Page title={t('assets.title')}>
      {mine ? (
        <>
          <Accounts
            address={mine.address}
            onWithdraw={(account) => push(PATHS.withdrawal, { value1: String(account) })}
          />
          <div className="flex gap-3">
            <Button variant="primary" className="flex-1" onClick={() => push(PATHS.withdrawal)}>
              {t('assets.withdraw')}
            </Button>
            <Button className="flex-1" onClick={() => push(PATHS.exchange)}>
              {t('assets.swap')}
            </Button>
          </div>
          <CollectRow address={mine.address} />
          <RecentFlows address={mine.address} onAll={() => push(PATHS.assetsRecord)} />
          <Card className="py-1">
            <ul>
              <ListRow
                icon="up"
                title={t('assets.withdrawals')}
                chevron
                onClick={() => push(PATHS.withdrawalRecord)}
              />
              <ListRow
                icon="swap"
                title={t('exchange.records')}
                chevron
                onClick={() => push(PATHS.exchangeRecord)}
              />
              <ListRow
                icon="dao"
                title={t('assets.nodeRanking')}
                detail={t('common.notOpen')}
                chevron
                onClick={() => push(PATHS.community)}
              />
            </ul>
          </Card>
        </>
      ) : (
        <SignInCard title={t('assets.visitor')} />
      )}
    </Page>
  )
}
