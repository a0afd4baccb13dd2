import { useWallet } from '../../chain/wallet/wallet.ts'
import { openConnect, openWallet } from '../../features/transaction/intents.ts'
import { useT } from '../../i18n/use-t.ts'
import { NavPill } from '../../ui/layout/nav-bar.tsx'
import { Identicon } from '../../ui/pictures/identicon.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import { shortenAddress } from '../../ui/text/format.ts'

/** Connect button, or the user's address (identicon, first 4 … last 4; in full on tap). */
export const WalletPill = () => {
  const t = useT()
  const { status, address, wrongNetwork } = useWallet()
  if (!address) {
    return (
      <NavPill onClick={() => void openConnect()}>
        {status === 'connecting' ? <Spinner size={12} /> : null}
        <span>{t(status === 'connecting' ? 'shell.walletConnecting' : 'shell.connect')}</span>
      </NavPill>
    )
  }
  return (
    <NavPill onClick={openWallet}>
      <span
        className={`size-1.5 rounded-6 max-[399px]:hidden ${wrongNetwork ? 'bg-out' : 'bg-in'}`}
        aria-hidden="true"
      />
      <Identicon address={address} size={16} />
      <span translate="no">{shortenAddress(address, 4)}</span>
      <span className="sr-only">{` ${t('shell.wallet')}`}</span>
    </NavPill>
  )
}
