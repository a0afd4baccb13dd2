import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { openConnect } from '../transaction/intents.ts'

/** Card for a visitor in place of a user's own data. */
export const SignInCard = ({ title }: { readonly title: string }) => {
  const t = useT()
  const { status } = useWallet()
  return (
    <EmptyState
      icon="wallet"
      title={title}
      action={
        <Button variant="primary" busy={status === 'connecting'} onClick={() => void openConnect()}>
          {t(
            status === 'connecting'
              ? 'shell.walletConnecting'
              : status === 'connected'
                ? 'home.signIn'
                : 'shell.connect',
          )}
        </Button>
      }
    />
  )
}
