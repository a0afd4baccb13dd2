import { useSession } from '../../api/session.ts'
import { DrTiles } from '../../features/books/dr-tiles.tsx'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { BuyCard } from '../../features/power/buy-card.tsx'
import { MyPower } from '../../features/power/my-power.tsx'
import { PoolPowerTiles } from '../../features/power/pool-power-tiles.tsx'
import { PowerDetails } from '../../features/power/power-details.tsx'
import { PowerIntro } from '../../features/power/power-intro.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Columns } from '../../ui/columns.tsx'
import { NavPill } from '../../ui/nav-bar.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/DCP/DCP`: buy POD power, pledge it, see what it drew. */
export function PowerPage() {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const mine = session.status === 'signed-in' ? session : null
  return (
    <Page
      title={t('power.title')}
      pills={<NavPill onClick={() => push(PATHS.pledgeRecord)}>{t('power.recordsShort')}</NavPill>}
    >
      <Columns
        side={
          <>
            {mine ? <PowerDetails address={mine.address} onRecords={() => push(PATHS.assetsRecord)} /> : null}
            <PoolPowerTiles />
            <DrTiles />
          </>
        }
      >
        {mine ? <MyPower address={mine.address} /> : <PowerIntro />}
        <BuyCard
          signedIn={mine !== null}
          ready={mine?.profile.activated ?? false}
          instead={mine ? <BindCard address={mine.address} /> : <SignInCard title={t('power.visitor')} />}
        />
      </Columns>
    </Page>
  )
}
