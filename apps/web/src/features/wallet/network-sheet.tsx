import { useEffect, useRef, useState } from 'react'
import { hasSessionEndReason } from '../../api/session/session-end.ts'
import { isUserRejection } from '../../chain/wallet/provider.ts'
import { type NetworkWay, switchNetwork } from '../../chain/wallet/switch-network.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { toast } from '../../ui/status/toast.ts'
import { connectRequests, networkRequests, openNetworkPrompt } from '../transaction/intents.ts'
import { SwitchNetworkStep } from './switch-network-step.tsx'

/**
 * Asks for the switch when the wallet is on another chain, and when the banner is tapped (requirement §4).
 */
export const NetworkSheet = () => {
  const t = useT()
  const request = networkRequests.useRequest()
  const { status, wrongNetwork } = useWallet()
  const wrong = status === 'connected' && wrongNetwork
  const askedFor = useRef(false)
  const [busy, setBusy] = useState(false)
  const [way, setWay] = useState<NetworkWay>('switch')
  useEffect(() => {
    // The connect sheet has its own step for this, and the end of a session reloads the page.
    const open = wrong && !askedFor.current && !connectRequests.pending() && !hasSessionEndReason()
    if (open) void openNetworkPrompt()
    askedFor.current = wrong
  }, [wrong])
  if (!request) return null
  const change = async (): Promise<void> => {
    setBusy(true)
    try {
      if (await switchNetwork(way)) {
        setWay('switch')
        networkRequests.close(request, true)
      } else {
        setWay('add')
        toast.error(t('wallet.note.notSwitched'))
      }
    } catch (error) {
      if (!isUserRejection(error)) setWay('add')
      toast.error(t(isUserRejection(error) ? 'wallet.note.rejected' : 'wallet.note.notSwitched'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      name="network"
      open
      onOpenChange={(open) => open || networkRequests.close(request, false)}
      title={t('wallet.network.title')}
    >
      <SwitchNetworkStep busy={busy} way={way} onSwitch={() => void change()} />
    </Sheet>
  )
}
