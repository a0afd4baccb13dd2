import { useSession } from '../../api/session.ts'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { InviteCard } from '../../features/invite/invite-card.tsx'
import { ProfileCard } from '../../features/profile/profile-card.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { SoonCard } from '../../features/soon/soon-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NavPill } from '../../ui/nav-bar.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/dao/dao`: who I am here and whom I may invite; teams and rankings open later. */
export function CommunityPage() {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const mine = session.status === 'signed-in' ? session : null
  return (
    <Page
      title={t('community.title')}
      pills={<NavPill onClick={() => push(PATHS.communityAdd)}>{t('community.add')}</NavPill>}
    >
      {mine ? (
        <>
          <ProfileCard profile={mine.profile} />
          {mine.profile.activated ? null : <BindCard address={mine.address} />}
          <InviteCard profile={mine.profile} />
        </>
      ) : (
        <SignInCard title={t('community.visitor')} />
      )}
      <SoonCard title={t('community.team')} text={t('community.teamHint')} />
    </Page>
  )
}
