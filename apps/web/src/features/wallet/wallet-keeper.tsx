import { useEffect } from 'react'
import { takeSessionEndReason } from '../../api/session/session-end.ts'
import {
  followAnnouncements,
  followWalletOfOtherTabs,
  reconnectWallet,
} from '../../chain/wallet/wallet-connection.ts'
import { translate } from '../../i18n/translate.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { toast } from '../../ui/status/toast.ts'

const BurnerPromptSheet = __LOCAL_CHAIN__
  ? lazyPart(() => import('./burner-prompt.tsx').then((module) => module.BurnerPromptSheet))
  : null

const reasons = {
  expired: 'wallet.ended.expired',
  'signed-out': 'wallet.ended.signedOut',
  'account-changed': 'wallet.ended.account',
  'chain-changed': 'wallet.ended.chain',
  'other-tab': 'wallet.ended.otherTab',
} as const

/** Starts the wallet; mounted once, at the first intent or for a remembered wallet. Its sheets load later. */
export const WalletKeeper = () => {
  useEffect(() => {
    const reason = takeSessionEndReason()
    if (reason !== null) toast.plain(translate(reasons[reason]))
    reconnectWallet().catch(() => toast.error(translate('wallet.note.reconnectFailed')))
    const stops = [followAnnouncements(), followWalletOfOtherTabs()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return BurnerPromptSheet ? <BurnerPromptSheet /> : null
}
