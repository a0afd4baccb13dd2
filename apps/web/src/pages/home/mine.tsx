import { lazy, Suspense } from 'react'
import type { Address, Session } from '../../api/session.ts'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { InviteCard } from '../../features/invite/invite-card.tsx'
import { DailyMining } from '../../features/mining/daily-mining.tsx'
import { MyMining } from '../../features/mining/my-mining.tsx'
import { NoticesRow } from '../../features/notices/notices-row.tsx'
import { useReminders } from '../../features/reminders/use-reminders.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

// Seldom anything ends soon: then its code and its words come.
const loadReminders = withTexts(() => import('../../features/reminders/reminders-card.tsx'))
const RemindersCard = lazy(() => loadReminders().then((module) => ({ default: module.RemindersCard })))

export type SignedIn = Extract<Session, { status: 'signed-in' }>

/** What Home shows of a user who is signed in, in three places; no visitor loads it. */
export function MineTop({ session }: { readonly session: SignedIn }) {
  const t = useT()
  const { push } = useGo()
  return (
    <>
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
      <NoticesRow address={session.address} />
      {session.profile.activated ? null : <BindCard address={session.address} />}
    </>
  )
}

function Reminders({ address }: { readonly address: Address }) {
  const reminders = useReminders(address)
  if (reminders === null || reminders.soon.length === 0) return null
  return (
    <Suspense fallback={null}>
      <RemindersCard address={address} />
    </Suspense>
  )
}

export const MineDaily = ({ session }: { readonly session: SignedIn }) => (
  <>
    <Reminders address={session.address} />
    {session.profile.activated ? <DailyMining address={session.address} /> : null}
  </>
)

export const MineInvite = ({ session }: { readonly session: SignedIn }) => (
  <InviteCard profile={session.profile} />
)
