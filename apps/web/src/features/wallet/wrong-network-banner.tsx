import { useState } from 'react'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { openNetworkPrompt } from '../transaction/intents.ts'

/** Banner on every page while the wallet is on another chain. */
export const WrongNetworkBanner = () => {
  const t = useT()
  const { status, wrongNetwork } = useWallet()
  const [busy, setBusy] = useState(false)
  if (status !== 'connected' || !wrongNetwork) return null
  const ask = async (): Promise<void> => {
    setBusy(true)
    await openNetworkPrompt()
    setBusy(false)
  }
  return (
    <div className="px-4 pt-2">
      <Banner
        tone="out"
        icon="alert"
        live
        action={
          <Button size="sm" variant="ghost" busy={busy} onClick={() => void ask()}>
            {t('wallet.network.switchShort')}
          </Button>
        }
      >
        {t('wallet.network.wrong')}
      </Banner>
    </div>
  )
}
