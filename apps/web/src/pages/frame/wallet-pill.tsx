import { openConnect, openWallet } from '../../chain/intents.ts'
import { useWallet } from '../../chain/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { shortenAddress } from '../../ui/format.ts'
import { Identicon } from '../../ui/identicon.tsx'
import { NavPill } from '../../ui/nav-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Who I am: connect, or my address (identicon, first 4 … last 4; whole on tap). */
export function WalletPill() {
  const t = useT()
  const { status, address, wrongNetwork } = useWallet()
  if (!address) {
    return (
      <NavPill onClick={() => void openConnect()}>
        {status === 'connecting' ? <Spinner size={12} /> : null}
        {status === 'connecting' ? t('shell.walletConnecting') : t('shell.connect')}
      </NavPill>
    )
  }
  return (
    <NavPill onClick={openWallet}>
      <span className={`size-1.5 rounded-6 ${wrongNetwork ? 'bg-out' : 'bg-in'}`} aria-hidden="true" />
      <Identicon address={address} size={16} />
      {shortenAddress(address, 4)}
      <span className="sr-only"> {t('shell.wallet')}</span>
    </NavPill>
  )
}
