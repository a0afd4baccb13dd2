import { type Session, useSession } from '../../api/session.ts'
import { openConnect } from '../../chain/intents.ts'
import { useWallet } from '../../chain/wallet.ts'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { InviteCard } from '../../features/invite/invite-card.tsx'
import { DailyMining } from '../../features/mining/daily-mining.tsx'
import { MyMining } from '../../features/mining/my-mining.tsx'
import { EmissionHero } from '../../features/network/emission-hero.tsx'
import { NetworkTiles } from '../../features/network/network-tiles.tsx'
import { PackagesCard } from '../../features/packages/packages-card.tsx'
import { ReserveCard } from '../../features/reserves/reserve-card.tsx'
import { FaucetCard } from '../../features/wallet/faucet-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/`: what I can collect, the network, binding, sharing, the books. */
export function HomePage() {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const mine = session.status === 'signed-in' ? session : null
  return (
    <Page title={t('shell.brand')} brand>
      {mine ? <Mine session={mine} /> : <Visitor />}
      {mine && !mine.profile.activated ? <BindCard address={mine.address} /> : null}
      <NetworkTiles address={mine?.address} />
      {__LOCAL_CHAIN__ ? <FaucetCard /> : null}
      {mine ? <DailyMining address={mine.address} /> : null}
      <PackagesCard />
      {mine ? <InviteCard profile={mine.profile} /> : null}
      <ReserveCard onOpen={() => push(PATHS.platform)} />
    </Page>
  )
}

function Mine({ session }: { readonly session: Extract<Session, { status: 'signed-in' }> }) {
  const t = useT()
  const { push } = useGo()
  return (
    <MyMining
      address={session.address}
      nextStep={(state) =>
        state === 'producing' ? null : (
          <Button
            variant={session.profile.activated ? 'primary' : 'quiet'}
            className="flex-1"
            onClick={() => push(PATHS.backpack)}
          >
            {t(state === 'none' ? 'home.firstMachine' : 'home.goActivate')}
          </Button>
        )
      }
    />
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
