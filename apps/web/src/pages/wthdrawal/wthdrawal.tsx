import type { VaultIndex } from '@dr/protocol/token-table'
import { useSession } from '../../api/session/session.ts'
import { BlockedNotice } from '../../features/exit/blocked-notice.tsx'
import { OwnCallCard } from '../../features/exit/own-call-card.tsx'
import { Visitor } from '../../features/session/visitor.tsx'
import { readChoice, Withdraw } from '../../features/withdrawal/withdraw.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NavLink } from '../../ui/layout/nav-bar.tsx'
import { Page } from '../frame/page.tsx'
import { usePageValues } from '../navigation.ts'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/wthdrawal/wthdrawal?value1=<account>&value2=<token>`: withdraw from an account. */
export const WithdrawalPage = () => {
  const t = useT()
  const session = useSession()
  const { push, redirect } = useGo()
  const { value1, value2 } = usePageValues()
  const choice = readChoice(value1, value2)
  const checkAndLeave = (): void => push(PATHS.platform2, { value1: 'exit' })
  return (
    <Page
      title={t('withdrawal.title')}
      links={
        <NavLink
          icon="list"
          label={t('exchange.recordsShort')}
          onClick={() => push(PATHS.withdrawalRecord)}
        />
      }
    >
      {session.status === 'signed-in' ? (
        <Withdraw
          address={session.address}
          choice={choice}
          onChoice={({ account, token }) => redirect(PATHS.withdrawal, { value1: account, value2: token })}
          onSent={() => push(PATHS.withdrawalRecord)}
          onBooks={() => push(PATHS.platform)}
          onHome={() => push(PATHS.home)}
          ownCall={
            <OwnCallCard
              address={session.address}
              vault={Number(choice.account) as VaultIndex}
              token={choice.token}
              onCheck={checkAndLeave}
            />
          }
          blockedNote={
            session.profile.blocked ? (
              <BlockedNotice blocked={session.profile.blocked} onCheck={checkAndLeave} />
            ) : null
          }
        />
      ) : (
        <Visitor title={t('assets.visitor')} sample="portfolio" />
      )}
    </Page>
  )
}
