import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { communityQuery } from '../../api/queries/community.ts'
import { type Session, useSession } from '../../api/session/session.ts'
import { FeesCard } from '../../features/community/fees-card.tsx'
import type { Community } from '../../features/community/level.ts'
import { LevelCard } from '../../features/community/level-card.tsx'
import { Members } from '../../features/community/members.tsx'
import { RankingCard } from '../../features/community/ranking-card.tsx'
import { TeamCard } from '../../features/community/team-card.tsx'
import { TeamHero, TeamSkeleton } from '../../features/community/team-hero.tsx'
import { TotalsCard } from '../../features/community/totals-card.tsx'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { InviteButton } from '../../features/invite/invite-button.tsx'
import { ProfileCard } from '../../features/profile/profile-card.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { SampleTeam } from '../../features/session/visitor.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Async } from '../../ui/status/async.tsx'
import { Page } from '../frame/page.tsx'
import { usePageValues } from '../navigation.ts'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

const VIEWS = ['team', 'members', 'all'] as const
type View = (typeof VIEWS)[number]
type SignedIn = Extract<Session, { status: 'signed-in' }>

/** `/pages/dao/dao?value1=<view>`: the user's team and members, and the whole community. */
export const CommunityPage = () => {
  const t = useT()
  const session = useSession()
  return (
    <Page title={t('community.title')}>
      {session.status === 'signed-in' ? (
        <Mine session={session} />
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

const Mine = ({ session }: { readonly session: SignedIn }) => {
  const t = useT()
  const { push, redirect } = useGo()
  const { value1 } = usePageValues()
  const view = VIEWS.find((name) => name === value1) ?? 'team'
  // The choice is seen at once; what it shows is drawn in slices.
  const shown = useDeferredValue(view)
  const query = useInfiniteQuery(communityQuery(session.address))
  const page = query.data?.pages[0]
  const content = page
    ? contentOf(shown, { session, page, onEarnings: () => push(PATHS.assetsRecord) })
    : null
  return (
    <Columns side={content?.side} rest={content?.rest}>
      <Async query={query} skeleton={<TeamSkeleton />}>
        {({ pages: [first] }) =>
          first ? (
            <TeamHero
              mine={first.mine}
              actions={
                <>
                  <InviteButton profile={session.profile} variant="primary" className="flex-1" />
                  <Button onClick={() => push(PATHS.communityAdd)}>{t('community.daily')}</Button>
                </>
              }
            />
          ) : null
        }
      </Async>
      {session.profile.activated ? null : <BindCard address={session.address} />}
      <Segmented<View>
        label={t('community.view')}
        value={view}
        onChange={(next) => redirect(PATHS.community, { value1: next })}
        items={VIEWS.map((value) => ({ value, label: t(`community.view.${value}`) }))}
      />
      {content?.main}
    </Columns>
  )
}

type ContentInput = {
  readonly session: SignedIn
  readonly page: Community
  readonly onEarnings: () => void
}
type Content = { readonly main: ReactNode; readonly side?: ReactNode; readonly rest?: ReactNode }

/** Content of a view, in the two columns of a wide screen. */
const contentOf = (view: View, { session, page, onEarnings }: ContentInput): Content => {
  const { address, profile } = session
  switch (view) {
    case 'members':
      return {
        main: <Members address={address} invite={<InviteButton profile={profile} variant="accent" />} />,
      }
    case 'all':
      return { main: <TotalsCard totals={page.totals} />, side: <RankingCard address={address} /> }
    case 'team': {
      // Without a team the right column is the shorter one.
      const hasTeam = page.mine.team.members > 0
      const profileCard = <ProfileCard profile={profile} />
      return {
        main: <LevelCard mine={page.mine} />,
        side: (
          <>
            <TeamCard mine={page.mine} />
            <FeesCard onEarnings={onEarnings} />
            {hasTeam ? null : profileCard}
          </>
        ),
        rest: hasTeam ? profileCard : null,
      }
    }
  }
}
