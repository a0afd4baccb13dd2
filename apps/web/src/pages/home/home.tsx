import { useEffect, useState } from 'react'
import { getSession, useSession } from '../../api/session/session.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { FirstOffer } from '../../features/machines/first-offer.tsx'
import { NetworkTiles } from '../../features/network/network-tiles.tsx'
import { VisitorNotices } from '../../features/notices/visitor-notices.tsx'
import { PackagesCard } from '../../features/packages/packages-card.tsx'
import { ReserveCard } from '../../features/reserves/reserve-card.tsx'
import { openConnect } from '../../features/transaction/intents.ts'
import { keepStopped, readStopped } from '../../features/transaction/work/stopped.ts'
import { Welcome, WelcomeSteps } from '../../features/welcome/welcome.tsx'
import { withTexts } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { DeferBelowFold } from '../../ui/layout/defer-below-fold.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'
import { TopSkeleton } from './top-skeleton.tsx'

// Only on the local chain, and only with a wallet.
const FaucetCard = __LOCAL_CHAIN__
  ? lazyPart(() => import('../../features/wallet/faucet-card.tsx').then((module) => module.FaucetCard))
  : null

// Only after a purchase that a change of the wallet's account stopped.
const StoppedCard = lazyPart(
  withTexts(() =>
    import('../../features/transaction/view/stopped-card.tsx').then((module) => module.StoppedCard),
  ),
)

type MineParts = typeof import('./mine.tsx')
let mineParts: MineParts | undefined

const loadMine = async (): Promise<MineParts> => {
  mineParts ??= await import('./mine.tsx')
  return mineParts
}

/** Loads the parts of a signed-in user's page together with the page. */
export const prepareHome = async (): Promise<void> => {
  if (getSession().status === 'signed-in') await loadMine()
}

/**
 * Parts of the signed-in page; after signing in here, their code is loaded first. A failed load shows the
 * page's error.
 */
const useMineParts = (wanted: boolean): MineParts | undefined => {
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

/** `/`: introduction for a visitor; the user's figures and next step when signed in. */
export const HomePage = () => {
  const t = useT()
  const session = useSession()
  const ownSession = session.status === 'signed-in' ? session : null
  const parts = useMineParts(ownSession !== null)
  const [stopped, setStopped] = useState(() => readStopped(ownSession?.address ?? null))
  const closeStopped = (): void => {
    keepStopped(null)
    setStopped(null)
  }
  return (
    <Page title={t('shell.brand')} brand>
      {stopped === null || stopped.account === ownSession?.address ? null : (
        <StoppedCard work={stopped} onClose={closeStopped} />
      )}
      {ownSession === null ? <Visitor /> : parts ? <parts.Mine session={ownSession} /> : <TopSkeleton />}
    </Page>
  )
}

const Visitor = () => {
  const t = useT()
  const { status, address } = useWallet()
  const { push } = useGo()
  const wide = useTwoColumns()
  const packages = (
    <PackagesCard
      onPledge={() => push(PATHS.power)}
      onLeave={() => push(PATHS.platform2, { value1: 'exit' })}
    />
  )
  const about = (
    <>
      <WelcomeSteps more={t('shell.menu.howItWorks')} onMore={() => push(PATHS.platform2)} />
      <DeferBelowFold>
        <NetworkTiles />
      </DeferBelowFold>
    </>
  )
  return (
    <Columns
      side={
        <>
          <ReserveCard onOpen={() => push(PATHS.platform)} />
          {/* Beside each other the columns end at about the same height. */}
          {wide ? <DeferBelowFold>{packages}</DeferBelowFold> : about}
        </>
      }
      rest={
        <>
          {wide ? about : null}
          <DeferBelowFold>
            {FaucetCard && address ? <FaucetCard /> : null}
            {wide ? null : packages}
            <VisitorNotices />
          </DeferBelowFold>
        </>
      }
    >
      <Welcome
        hint={status === 'connected' ? t('home.signInHint') : undefined}
        offer={<FirstOffer action={<Enter />} />}
      />
    </Columns>
  )
}

/** Connects, or signs in if a wallet is connected already. */
const Enter = () => {
  const t = useT()
  const { status } = useWallet()
  return (
    <Button
      variant="primary"
      className="flex-1"
      busy={status === 'connecting'}
      onClick={() => void openConnect()}
    >
      {status === 'connecting'
        ? t('shell.walletConnecting')
        : t(status === 'connected' ? 'home.signIn' : 'shell.connect')}
    </Button>
  )
}
