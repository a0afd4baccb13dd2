import { useSearch } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { readAccount, Withdraw } from '../../features/withdrawal/withdraw.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NavPill } from '../../ui/nav-bar.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/wthdrawal/wthdrawal?value1=<account>`: withdraw from an account. */
export function WithdrawalPage() {
  const t = useT()
  const session = useSession()
  const { push, redirect } = useGo()
  const { value1 } = useSearch({ strict: false })
  return (
    <Page
      title={t('withdrawal.title')}
      pills={<NavPill onClick={() => push(PATHS.withdrawalRecord)}>{t('withdrawal.records')}</NavPill>}
    >
      {session.status === 'signed-in' ? (
        <Withdraw
          address={session.address}
          account={readAccount(value1)}
          onAccount={(account) => redirect(PATHS.withdrawal, { value1: account })}
          onSent={() => push(PATHS.withdrawalRecord)}
        />
      ) : (
        <SignInCard title={t('assets.visitor')} />
      )}
    </Page>
  )
}
