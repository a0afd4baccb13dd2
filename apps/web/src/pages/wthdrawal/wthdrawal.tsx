import { useSession } from '../../api/session/session.ts'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { readChoice, Withdraw } from '../../features/withdrawal/withdraw.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NavPill } from '../../ui/layout/nav-bar.tsx'
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
  return (
    <Page
      title={t('withdrawal.title')}
      pills={<NavPill onClick={() => push(PATHS.withdrawalRecord)}>{t('exchange.recordsShort')}</NavPill>}
    >
      {session.status === 'signed-in' ? (
        <Withdraw
          address={session.address}
          choice={readChoice(value1, value2)}
          onChoice={({ account, token }) => redirect(PATHS.withdrawal, { value1: account, value2: token })}
          onSent={() => push(PATHS.withdrawalRecord)}
          onBooks={() => push(PATHS.platform)}
        />
      ) : (
        <SignInCard title={t('assets.visitor')} />
      )}
    </Page>
  )
}
