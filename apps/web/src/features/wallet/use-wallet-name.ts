import type { OfferedWallet } from '../../chain/wallet/provider.ts'
import { useT } from '../../i18n/use-t.ts'

/** The wallet's own name; a translated one for wallets without. */
export const useWalletName = (): ((wallet: Pick<OfferedWallet, 'kind' | 'name'>) => string) => {
  const t = useT()
  return ({ kind, name }) => {
    if (__LOCAL_CHAIN__ && kind === 'burner') return t('wallet.burner.name')
    if (__LOCAL_CHAIN__ && kind === 'member') return t('wallet.member.name')
    return kind === 'legacy' ? t('wallet.legacy.name') : name
  }
}
