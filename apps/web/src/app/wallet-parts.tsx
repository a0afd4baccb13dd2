import { useState } from 'react'
import { useSession } from '../api/session/session.ts'
import { hasSessionEndReason } from '../api/session/session-end.ts'
import { isWalletRemembered, useWallet } from '../chain/wallet/wallet.ts'
import {
  bindRequests,
  connectRequests,
  networkRequests,
  transactionRequests,
  walletRequests,
} from '../features/transaction/intents.ts'
import type { NextPlace } from '../features/transaction/place.ts'
import { useDeposits } from '../features/transaction/work/deposits.ts'
import { usePending } from '../features/transaction/work/pending.ts'
import { withTexts } from '../i18n/i18n.ts'
import { PATHS } from '../pages/paths.ts'
import { useGo } from '../pages/use-go.ts'
import { lazySheet } from '../ui/sheet/lazy-sheet.tsx'

const WalletKeeper = lazySheet(
  withTexts(() => import('../features/wallet/wallet-keeper.tsx').then((module) => module.WalletKeeper)),
)
const WalletSheets = lazySheet(
  withTexts(() => import('../features/wallet/wallet-sheets.tsx').then((module) => module.WalletSheets)),
)
const BindSheet = lazySheet(
  withTexts(() => import('../features/invite/bind-sheet.tsx').then((module) => module.BindSheet)),
)
type HostProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onGo: (place: NextPlace) => void
}
const TransactionHost = lazySheet<HostProps>(
  withTexts(() =>
    import('../features/transaction/transaction-host.tsx').then((module) => module.TransactionHost),
  ),
)

const PLACES: Record<NextPlace, Parameters<ReturnType<typeof useGo>['push']>> = {
  mining: [PATHS.home],
  'pod-power': [PATHS.power],
  assets: [PATHS.assets],
  'swap-dr': [PATHS.exchange, { value1: 'DR', value2: 'USDT' }],
}

/** Stays true once `wanted` was true, so that a host finishes its closing animation and keeps its state. */
const useLatch = (wanted: boolean): boolean => {
  const [latched, setLatched] = useState(wanted)
  if (wanted && !latched) setLatched(true)
  return latched || wanted
}

/** Wallet code loads at the first intent or for a remembered wallet, never for a visitor who only looks. */
export const WalletParts = () => (
  <>
    <WalletPart />
    <TransactionPart />
    <BindPart />
  </>
)

const WalletPart = () => {
  const connect = connectRequests.useRequest()
  const wallet = walletRequests.useRequest()
  const network = networkRequests.useRequest()
  const requested = connect !== null || wallet !== null || network !== null
  // A failed load is retried at the next intent.
  const [gaveUp, setGaveUp] = useState(false)
  // A user whose session ended with the wallet needs the notice about it.
  const [ended] = useState(hasSessionEndReason)
  const wanted = requested || ((isWalletRemembered() || ended) && !gaveUp)
  const { status, wrongNetwork } = useWallet()
  // The sheet asks for the switch by itself even if no other sheet was needed before; not on a page that is
  // about to reload.
  const lost = status === 'connected' && wrongNetwork && !gaveUp && !hasSessionEndReason()
  const giveUp = (): void => {
    setGaveUp(true)
    if (connect) connectRequests.close(connect, false)
    if (wallet) walletRequests.close(wallet, null)
    if (network) networkRequests.close(network, false)
  }
  const keeper = useLatch(wanted)
  const sheets = useLatch(requested || lost)
  return (
    <>
      {keeper ? <WalletKeeper open={wanted} onOpenChange={giveUp} /> : null}
      {sheets ? <WalletSheets open={requested || lost} onOpenChange={giveUp} /> : null}
    </>
  )
}

const BindPart = () => {
  const request = bindRequests.useRequest()
  const session = useSession()
  const wanted = useLatch(request !== null)
  return wanted && session.status === 'signed-in' ? (
    <BindSheet
      address={session.address}
      open={request !== null}
      onOpenChange={() => request && bindRequests.close(request, null)}
    />
  ) : null
}

const TransactionPart = () => {
  const request = transactionRequests.useRequest()
  const { address } = useWallet()
  const pending = usePending(address)
  const deposits = useDeposits(address)
  const [gaveUp, setGaveUp] = useState(false)
  // Pending work is followed to its end, also after a reload.
  const underWay = pending.length + deposits.length > 0
  const wanted = request !== null || (underWay && !gaveUp)
  const giveUp = (): void => {
    setGaveUp(true)
    if (request) transactionRequests.close(request, 'closed')
  }
  const { push } = useGo()
  return useLatch(wanted) ? (
    <TransactionHost open={wanted} onOpenChange={giveUp} onGo={(place) => push(...PLACES[place])} />
  ) : null
}
