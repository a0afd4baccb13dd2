import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { useSession } from '../../api/session/session.ts'
import { DrTiles } from '../../features/books/dr-tiles.tsx'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { BuyCard } from '../../features/power/buy-card.tsx'
import { MyPower, PowerSkeleton } from '../../features/power/my-power.tsx'
import { PoolPowerTiles } from '../../features/power/pool-power-tiles.tsx'
import { PowerDetails } from '../../features/power/power-details.tsx'
import { PowerIntro } from '../../features/power/power-intro.tsx'
import { PurchaseRecords } from '../../features/power/purchase-records.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Columns } from '../../ui/layout/columns.tsx'
import { NavLink } from '../../ui/layout/nav-bar.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/DCP/DCP`: buy POD power, pledge it, see what it drew. */
export const PowerPage = () => {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const two = useTwoColumns()
  const ownSession = session.status === 'signed-in' ? session : null
  const parts = (
    <Columns
      side={
        <>
          {ownSession ? (
            <PowerDetails address={ownSession.address} onRecords={() => push(PATHS.assetsRecord)} />
          ) : null}
          <PoolPowerTiles />
          <DrTiles />
        </>
      }
    >
      {ownSession ? <MyPower address={ownSession.address} /> : <PowerIntro />}
      <BuyCard
        signedIn={ownSession !== null}
        ready={ownSession?.profile.activated ?? false}
        instead={
          ownSession ? <BindCard address={ownSession.address} /> : <SignInCard title={t('power.visitor')} />
        }
      />
      {/* Beside each other the columns end at about the same height. */}
      {two && ownSession ? <PurchaseRecords address={ownSession.address} /> : null}
    </Columns>
  )
  return (
    <Page
      title={t('power.title')}
      links={<NavLink icon="list" label={t('power.recordsShort')} onClick={() => push(PATHS.pledgeRecord)} />}
    >
      {ownSession ? <Known address={ownSession.address}>{parts}</Known> : parts}
    </Page>
  )
}

/** Delays the content below until it is known whether the user has POD power, so that nothing moves. */
const Known = ({ address, children }: { readonly address: Address; readonly children: ReactNode }) => {
  const { isPending } = useQuery(podPowerInfoQuery(address))
  if (!isPending) return children
  return (
    <Columns side={null}>
      <PowerSkeleton />
    </Columns>
  )
}
