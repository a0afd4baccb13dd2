import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { type Changed, invalidate } from '../../api/invalidate.ts'
import { useSession } from '../../api/session/session.ts'
import { translate } from '../../i18n/translate.ts'
import { toast } from '../../ui/status/toast.ts'
import { DepositWatch } from './deposit-watch.tsx'
import type { FlowEvent } from './flow/flow-state.ts'
import { followAll, onOrderEvent, stopFollowing } from './flow/watchers.ts'
import { openConnect, transactionRequests } from './intents.ts'
import type { NextPlace } from './place.ts'
import { TransactionSheet } from './transaction-sheet.tsx'
import { findPending, type PendingWork } from './work/pending.ts'

const EVERYTHING: readonly Changed[] = [
  'mining',
  'ledger',
  'orders',
  'products',
  'wallet',
  'pod-power',
  'dividends',
]
/** Read again after every closing of a sheet. */
const CLOSED: readonly Changed[] = ['mining', 'orders', 'products', 'ledger', 'wallet']
/** Milliseconds that the server needs after finality to book an event. */
const BOOKED_AFTER_MS = 4_000

/** Milliseconds in which a waiting call is usually mined. */
const MINED_AFTER_MS = 6_000

/**
 * Purchases and deposits: their success shows the requirement's own toast (§4), over their open sheet too.
 */
const BOUGHT: readonly PendingWork['kind'][] = [
  'buy-machine',
  'buy-pod-power',
  'buy-pod-power-again',
  'deposit',
]

interface Settled {
  readonly event: FlowEvent
  /** Its sheet is open, or its outcome was already shown. */
  readonly quiet: boolean
  readonly bought: boolean
}

/** Shows the toast of an order's event, and reads data again. */
const announce = (client: QueryClient, account: Address, { event, quiet, bought }: Settled): void => {
  const refresh = (): void => void invalidate(client, account, EVERYTHING).catch(reportError)
  if (event.type === 'succeeded' || event.type === 'finalized' || event.type === 'failed') refresh()
  if (event.type === 'finalized') setTimeout(refresh, BOOKED_AFTER_MS)
  if (event.type === 'twice') toast.error(translate('tx.toast.twice'))
  if (event.type === 'succeeded' && bought) toast.success(translate('message.recharge_success'))
  else if (event.type === 'succeeded' && !quiet) toast.success(translate('tx.toast.succeeded'))
  if (event.type === 'failed' && !quiet) toast.error(translate('message.trade_fail'))
}

/** The sheet of `openTransaction()`, and the watch over all pending work of the signed-in address. */
export const TransactionHost = ({ onGo }: { readonly onGo: (place: NextPlace) => void }) => {
  const session = useSession()
  const client = useQueryClient()
  const request = transactionRequests.useRequest()
  const account = session.status === 'signed-in' ? session.address : null

  useEffect(() => {
    if (account === null) return
    followAll(account)
    const seen = new Set<string>()
    const stop = onOrderEvent((orderId, event) => {
      const key = `${orderId}:${event.type}`
      if (seen.has(key)) return
      seen.add(key)
      const work = findPending(account, orderId)
      const isSaid = work?.stage === 'seen'
      const bought = work !== undefined && !isSaid && BOUGHT.includes(work.kind)
      const quiet = transactionRequests.pending() || isSaid || work?.over !== undefined
      announce(client, account, { event, quiet, bought })
    })
    return () => {
      stop()
      stopFollowing()
    }
  }, [account, client])

  // The request belongs to the account it was first shown to: when that session ends, the sheet says why.
  const [owner, setOwner] = useState<{ readonly id: number; readonly account: Address } | null>(null)
  if (request !== null && account !== null && owner?.id !== request.id) setOwner({ id: request.id, account })
  const owned = request !== null && owner?.id === request.id

  useEffect(() => {
    if (request === null || account !== null || owned) return
    // A visitor's request waits for sign-in, and is closed if sign-in is cancelled.
    void openConnect().then((signedIn) => signedIn || transactionRequests.close(request, 'closed'))
  }, [request, account, owned])

  return (
    <>
      {account === null ? null : <DepositWatch account={account} />}
      {request === null || owner?.id !== request.id ? null : (
        <TransactionSheet
          key={request.id}
          account={owner.account}
          intent={request.input}
          onGo={onGo}
          onClose={(outcome) => {
            transactionRequests.close(request, outcome)
            const refresh = (): void => void invalidate(client, owner.account, CLOSED).catch(reportError)
            refresh()
            if (outcome === 'pending') setTimeout(refresh, MINED_AFTER_MS)
          }}
        />
      )}
    </>
  )
}
