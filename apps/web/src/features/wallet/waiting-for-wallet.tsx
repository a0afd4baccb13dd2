import type { OfferedWallet } from '../../chain/wallet/provider.ts'
import { useWalletConnectUri } from '../../chain/wallet/walletconnect-uri.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Qr } from '../../ui/pictures/qr.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { useWalletName } from './use-wallet-name.ts'

/** Shown while the wallet has not answered. */
export const WaitingForWallet = ({
  wallet,
  onBack,
}: {
  readonly wallet: OfferedWallet
  readonly onBack: () => void
}) => {
  const t = useT()
  const name = useWalletName()(wallet)
  const uri = useWalletConnectUri()
  const copy = useCopy()
  return (
    <div className="flex flex-col items-center gap-3 py-5 text-center">
      {wallet.kind === 'walletconnect' && uri !== null ? (
        <>
          <Qr text={uri} label={t('wallet.walletConnect.qr')} />
          <p className="text-14 text-t2">{t('wallet.walletConnect.how')}</p>
          <Button size="sm" onClick={() => copy(uri)}>
            {t('common.copy')}
          </Button>
        </>
      ) : (
        <>
          <Spinner size={24} />
          <p role="status" className="text-16 font-semibold">
            {t('wallet.connect.waiting', { name })}
          </p>
          <p className="text-14 text-t2">{t('wallet.connect.waitingHow')}</p>
        </>
      )}
      <Button variant="ghost" size="sm" onClick={onBack}>
        {t('wallet.connect.other')}
      </Button>
    </div>
  )
}
