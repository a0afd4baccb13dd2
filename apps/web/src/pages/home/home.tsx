import { lazy, Suspense } from 'react'
import { getSession, useSession } from '../../api/session.ts'
import { openConnect } from '../../chain/intents.ts'
import { useWallet } from '../../chain/wallet.ts'
import { EmissionHero } from '../../features/network/emission-hero.tsx'
import { NetworkTiles } from '../../features/network/network-tiles.tsx'
import { PackagesCard } from '../../features/packages/packages-card.tsx'
import { ReserveCard } from '../../features/reserves/reserve-card.tsx'
import { FaucetCard } from '../../features/wallet/faucet-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

const loadMine = () => import('./mine.tsx')
const MineTop = lazy(() => loadMine().then((module) => ({ default: module.MineTop })))
const MineDaily = lazy(() => loadMine().then((module) => ({ default: module.MineDaily })))
const MineInvite = lazy(() => loadMine().then((module) => ({ default: module.MineInvite })))
// Who comes back signed in needs it at once; when it does not come, the parts above say so.
if (getSession().status === 'signed-in') loadMine().catch(() => undefined)

/** `/`: what I can collect, the network, binding, sharing, the books. */
export function HomePage() {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const mine = session.status === 'signed-in' ? session : null
  return (
    <Page title={t('shell.brand')} brand>
      {mine ? (
        <Suspense fallback={<TopSkeleton />}>
          <MineTop session={mine} />
        </Suspense>
      ) : (
        <Visitor />
      )}
      <NetworkTiles address={mine?.address} />
      {__LOCAL_CHAIN__ ? <FaucetCard /> : null}
      {mine ? (
        <Suspense fallback={null}>
          <MineDaily address={mine.address} />
        </Suspense>
      ) : null}
      <PackagesCard address={mine?.address} onPledge={() => push(PATHS.power)} />
      {mine ? (
        <Suspense fallback={null}>
          <MineInvite session={mine} />
        </Suspense>
      ) : null}
      <ReserveCard onOpen={() => push(PATHS.platform)} />
    </Page>
  )
}

/** In the shape of the figure that comes. */
function TopSkeleton() {
  const t = useT()
  return (
    <div role="status" aria-label={t('message.loading')} className="px-1 pt-2.5">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="mt-2 h-10 w-64" />
      <Skeleton className="mt-2 h-3 w-40" />
      <Skeleton className="mt-4 h-12 w-full rounded-16" />
    </div>
  )
}

function Visitor() {
  const t = useT()
  const { status } = useWallet()
  const { push } = useGo()
  const connected = status === 'connected'
  return (
    <EmissionHero
      hint={connected ? t('home.signInHint') : t('home.visitor.connect')}
      action={
        <>
          <Button
            variant="primary"
            className="flex-1"
            busy={status === 'connecting'}
            onClick={() => void openConnect()}
          >
            {status === 'connecting'
              ? t('shell.walletConnecting')
              : t(connected ? 'home.signIn' : 'shell.connect')}
          </Button>
          <Button onClick={() => push(PATHS.platform2)}>{t('common.details')}</Button>
        </>
      }
    />
  )
}
