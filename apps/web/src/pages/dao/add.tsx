import { useSession } from '../../api/session/session.ts'
import { Daily } from '../../features/community/daily.tsx'
import { RankingCard } from '../../features/community/ranking-card.tsx'
import { InviteButton } from '../../features/invite/invite-button.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { SampleTeam } from '../../features/session/visitor.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Page } from '../frame/page.tsx'

/** `/pages/dao/add`: daily additions to the user's team. */
export const CommunityAddPage = () => {
  const t = useT()
  const session = useSession()
  return (
    <Page title={t('community.add')}>
      {session.status === 'signed-in' ? (
        <Daily
          address={session.address}
          invite={<InviteButton profile={session.profile} variant="accent" />}
        />
      ) : (
        <Columns side={<RankingCard />}>
          <Card>
            <SignInCard title={t('community.visitor')} />
          </Card>
          <SampleTeam />
        </Columns>
      )}
    </Page>
  )
}
