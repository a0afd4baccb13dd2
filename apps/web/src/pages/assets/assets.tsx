import type { VaultIndex } from '@dr/protocol/token-table'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { balanceHistoryQuery } from '../../api/queries/balance-history.ts'
import { fundFlowsQuery } from '../../api/queries/ledger.ts'
import { configQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { useSession } from '../../api/session/session.ts'
import { Accounts } from '../../features/accounts/accounts.tsx'
import { AccountsSkeleton, useAccountsPending } from '../../features/accounts/accounts-skeleton.tsx'
import { canWithdraw } from '../../features/accounts/balances.ts'
import { HISTORY_RANGE_FIRST, HistoryCard } from '../../features/accounts/history-card.tsx'
import { ResultProof } from '../../features/dividends/result-proof.tsx'
import { RecentFlows } from '../../features/ledger/recent-flows.tsx'
import { CollectRow } from '../../features/mining/collect-row.tsx'
import { NodeCard } from '../../features/nodes/node-card.tsx'
import { NO_PACKAGES_VIEW, PackagesSheets } from '../../features/packages/packages-sheets.tsx'
import { Visitor } from '../../features/session/visitor.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { DeferBelowFold } from '../../ui/layout/defer-below-fold.tsx'
import { NavLink } from '../../ui/layout/nav-bar.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'
import { TransferHost } from './transfer-host.tsx'

const ReceiveSheet = lazySheet(() =>
  import('../../features/wallet/receive-sheet.tsx').then((module) => module.ReceiveSheet),
)
const NodeSheet = lazySheet(() =>
  import('../../features/nodes/node-sheet.tsx').then((module) => module.NodeSheet),
)

/** `/pages/assets/assets`: three accounts, packages, collecting, withdrawing, nodes, the ledger. */
export const AssetsPage = () => {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const [nodes, setNodes] = useState<'unused' | 'open' | 'closed'>('unused')
  const [receive, setReceive] = useState<'unused' | 'open' | 'closed'>('unused')
  const [transfer, setTransfer] = useState<VaultIndex | null>(null)
  const [packages, setPackages] = useState(NO_PACKAGES_VIEW)
  const openNodes = (): void => setNodes('open')
  const ownSession = session.status === 'signed-in' ? session : null
  // Beside each other the columns end at about the same height.
  const two = useTwoColumns()
  const more = ownSession ? (
    <>
      <NodeCard address={ownSession.address} onOpen={openNodes} />
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
        </ul>
      </Card>
    </>
  ) : null
  return (
    <Page
      title={t('assets.title')}
      links={ownSession ? <NavLink icon="dao" label={t('assets.nodeRanking')} onClick={openNodes} /> : null}
    >
      {ownSession ? (
        <Known address={ownSession.address}>
          <Columns
            side={
              <>
                <CollectRow address={ownSession.address} />
                <RecentFlows address={ownSession.address} onAll={() => push(PATHS.assetsRecord)} />
                {two ? more : null}
              </>
            }
            rest={
              <Rest address={ownSession.address}>
                <HistoryCard address={ownSession.address} />
                {two ? null : more}
              </Rest>
            }
          >
            <Accounts
              address={ownSession.address}
              onWithdraw={(vault) => push(PATHS.withdrawal, { value1: String(vault) })}
              onTransfer={setTransfer}
              onPod={() => push(PATHS.power)}
              onPackages={() => setPackages({ ...packages, list: { tab: 'mine', open: true } })}
            >
              <div className="flex flex-wrap gap-3">
                <WithdrawButton address={ownSession.address} onPress={() => push(PATHS.withdrawal)} />
                <Button className="flex-auto" onClick={() => push(PATHS.exchange)}>
                  {t('assets.swap')}
                </Button>
                <Button className="flex-auto" onClick={() => setReceive('open')}>
                  {t('wallet.receive')}
                </Button>
              </div>
            </Accounts>
          </Columns>
        </Known>
      ) : (
        <Visitor title={t('assets.visitor')} sample="portfolio" />
      )}
      {ownSession ? (
        <TransferHost address={ownSession.address} vault={transfer} onVault={setTransfer} />
      ) : null}
      {ownSession ? (
        <PackagesSheets
          view={packages}
          onView={setPackages}
          onLeave={() => push(PATHS.platform2, { value1: 'exit' })}
        />
      ) : null}
      {ownSession && receive !== 'unused' ? (
        <ReceiveSheet
          address={ownSession.address}
          open={receive === 'open'}
          onOpenChange={(open) => setReceive(open ? 'open' : 'closed')}
        />
      ) : null}
      {ownSession && nodes !== 'unused' ? (
        <NodeSheet
          address={ownSession.address}
          proofOf={({ week, result }) => <ResultProof kind="nodes" week={week} result={result} />}
          open={nodes === 'open'}
          onOpenChange={(open) => setNodes(open ? 'open' : 'closed')}
        />
      ) : null}
    </Page>
  )
}

/** Gold if something can be withdrawn, and while that is unknown, so that its colour rarely changes. */
const WithdrawButton = ({
  address,
  onPress,
}: {
  readonly address: Address
  readonly onPress: () => void
}) => {
  const t = useT()
  const { data: money } = useQuery(userMoneyQuery(address))
  const { data: config } = useQuery(configQuery())
  const minimum = config?.parameters.withdrawalMinimum
  const refused =
    money !== undefined &&
    minimum !== undefined &&
    !money.balances.some((balance) => canWithdraw(balance, minimum))
  return (
    <Button variant={refused ? 'quiet' : 'primary'} className="flex-auto" onClick={onPress}>
      {t('assets.withdraw')}
    </Button>
  )
}

/**
 * Content below the ledger lines and the chart, delayed until it is known whether they exist, since a new
 * account has neither.
 */
const Rest = ({ address, children }: { readonly address: Address; readonly children: ReactNode }) => {
  const flows = useInfiniteQuery(fundFlowsQuery(address))
  const history = useQuery(balanceHistoryQuery(address, HISTORY_RANGE_FIRST))
  return flows.isPending || history.isPending ? null : <DeferBelowFold>{children}</DeferBelowFold>
}

/** Delays the page until its accounts, and with them its height, are known. */
const Known = ({ address, children }: { readonly address: Address; readonly children: ReactNode }) => {
  if (!useAccountsPending(address)) return children
  return (
    <Columns key="waiting" side={<CollectRow address={address} />}>
      <AccountsSkeleton>
        <div className="flex gap-3" aria-hidden="true">
          {['withdraw', 'swap', 'receive'].map((name) => (
            <Skeleton key={name} className="h-12 flex-1 rounded-16" />
          ))}
        </div>
      </AccountsSkeleton>
    </Columns>
  )
}
