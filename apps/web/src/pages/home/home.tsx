import { useEffect, useState } from 'react'
import { getSession, useSession } from '../../api/session.ts'
import { openConnect } from '../../chain/intents.ts'
import { useWallet } from '../../chain/wallet.ts'
import { EmissionHero } from '../../features/network/emission-hero.tsx'
import { NetworkTiles } from '../../features/network/network-tiles.tsx'
import { NoticesButton } from '../../features/notices/notices-button.tsx'
import { PackagesCard } from '../../features/packages/packages-card.tsx'
import { ReserveCard } from '../../features/reserves/reserve-card.tsx'
import { FaucetCard } from '../../features/wallet/faucet-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Below } from '../../ui/below.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

type MineParts = typeof import('./mine.tsx')
let mineParts: MineParts | undefined

async function loadMine(): Promise<MineParts> {
  mineParts ??= await import('./mine.tsx')
  return mineParts
}

/** Who comes back signed in sees what is theirs with the page, not after it. */
export async function prepareHome(): Promise<void> {
  if (getSession().status === 'signed-in') await loadMine()
}

/** Three parts of the page; whoever signs in here waits for their code. A page without it says that it failed. */
function useMineParts(wanted: boolean): MineParts | undefined {
  const [parts, setParts] = useState(mineParts)
  useEffect(() => {
    if (!wanted || parts) return
    loadMine().then(setParts, (error: unknown) =>
      setParts(() => {
        throw error
      }),
    )
  }, [wanted, parts])
  return parts
}

/** `/`: what I can collect, the network, binding, sharing, the books. */
export function HomePage() {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const mine = session.status === 'signed-in' ? session : null
  const parts = useMineParts(mine !== null)
  return (
    <Page title={t('shell.brand')} brand>
      {mine === null ? <Visitor /> : parts ? <parts.MineTop session={mine} /> : <TopSkeleton />}
      <NetworkTiles address={mine?.address} />
      {__LOCAL_CHAIN__ ? <FaucetCard /> : null}
      {mine && parts ? <parts.MineDaily session={mine} /> : null}
      <Below>
        <PackagesCard address={mine?.address} onPledge={() => push(PATHS.power)} />
        {mine && parts ? <parts.MineInvite session={mine} /> : null}
        <ReserveCard onOpen={() => push(PATHS.platform)} />
        {mine === null ? <NoticesButton address={null} title={t('home.notices')} unread={0} /> : null}
      </Below>
    </Page>
  )
}

/** In the shape of the figure and the row of notices that come. */
function TopSkeleton() {
  const t = useT()
  return (
    <div role="status" aria-label={t('message.loading')} className="px-1 pt-2.5">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="mt-3 h-10 w-64" />
      <Skeleton className="mt-3 h-3 w-40" />
      <Skeleton className="mt-12 h-12 w-full rounded-16" />
      <Skeleton className="mt-4 h-13 w-full rounded-20" />
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
