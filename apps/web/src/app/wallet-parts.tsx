import { lazy, Suspense, useState } from 'react'
import { connectRequests, transactionRequests, walletRequests } from '../chain/intents.ts'
import { usePending } from '../chain/pending.ts'
import { isWalletRemembered, useWallet } from '../chain/wallet.ts'

const WalletHost = lazy(() =>
  import('../features/wallet/wallet-host.tsx').then((module) => ({ default: module.WalletHost })),
)
const TransactionHost = lazy(() =>
  import('../features/transaction/transaction-host.tsx').then((module) => ({
    default: module.TransactionHost,
  })),
)

/** Once wanted, a host stays: it finishes its closing animation and keeps its state. */
function useLatch(wanted: boolean): boolean {
  const [latched, setLatched] = useState(wanted)
  if (wanted && !latched) setLatched(true)
  return latched || wanted
}

/** The wallet's code is loaded at the first intent, or when a wallet is remembered; never for a visitor who only looks. */
export function WalletParts() {
  const connect = connectRequests.useRequest()
  const wallet = walletRequests.useRequest()
  const transaction = transactionRequests.useRequest()
  const walletWanted = useLatch(connect !== null || wallet !== null || isWalletRemembered())
  const pending = usePending(useWallet().address)
  // Work under way is followed to its end, also after the page was closed in between.
  const transactionWanted = useLatch(transaction !== null || pending.length > 0)
  return (
    <Suspense fallback={null}>
      {walletWanted ? <WalletHost /> : null}
      {transactionWanted ? <TransactionHost /> : null}
    </Suspense>
  )
}
