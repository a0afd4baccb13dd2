import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { getWallet, subscribeWallet } from '../../../chain/wallet/wallet.ts'
import { deviceNow } from '../../../ui/clock.ts'
import type { TransactionIntent } from '../intents.ts'
import { isExpiring, workId } from '../plan/plan.ts'
import { FlowFailure } from './failure.ts'
import { createFlowPorts } from './flow-ports.ts'
import { IDLE } from './flow-state.ts'
import { createFlow, type Flow } from './run-flow.ts'
import { onOrderEvent } from './watchers.ts'

/** Limit of automatic renewals of an unconfirmed quote: each one reserves stock that others may want. */
const RENEWALS_MAX = 3
/** A swap's quote is good for a minute: ten of them last as long as one of the others. */
const SWAP_RENEWALS_MAX = 10
const EXPIRY_CHECK_MS = 1_000

const subscribeNothing = (): (() => void) => () => undefined

/** Creates and starts the flow of a request, and feeds it with events of the wallet and the watchers. */
export const useFlow = (account: Address, intent: TransactionIntent) => {
  const [flow, setFlow] = useState<Flow | null>(null)
  const state = useSyncExternalStore(
    flow?.subscribe ?? subscribeNothing,
    () => flow?.get() ?? IDLE,
    () => IDLE,
  )

  useEffect(() => {
    let gone = false
    let made: Flow | null = null
    createFlowPorts(account).then((ports) => {
      if (gone) return
      made = createFlow(ports)
      setFlow(made)
      void made.start(intent)
    }, reportError)
    return () => {
      gone = true
      made?.leave()
    }
  }, [account, intent])

  useEffect(() => {
    if (flow === null) return
    const stopOrders = onOrderEvent((orderId, event) => {
      const { plan } = flow.get()
      if (plan !== null && workId(plan) === orderId) flow.dispatch(event)
    })
    const stopWallet = subscribeWallet(() => {
      const { status, address } = getWallet()
      if (status === 'none' || address !== account) flow.dispatch({ type: 'wallet-changed' })
    })
    return () => {
      stopOrders()
      stopWallet()
    }
  }, [flow, account])

  useEffect(() => {
    if (flow === null) return
    const timer = setInterval(() => {
      const { plan, stage, renewals } = flow.get()
      if (plan === null || stage !== 'checking' || flow.get().agreed || !isExpiring(plan, deviceNow())) return
      // A withdrawal's voucher holds its amount until it expires: a second one would hold it twice.
      const renewalsMax = plan.voucher?.kind === 'swap-token' ? SWAP_RENEWALS_MAX : RENEWALS_MAX
      const renewable = plan.intent !== null && plan.intent.kind !== 'withdraw' && renewals < renewalsMax
      if (!renewable)
        flow.dispatch({ type: 'missed', error: new FlowFailure({ code: 'expired' }), online: true })
      else if (document.visibilityState === 'visible') void flow.renew()
    }, EXPIRY_CHECK_MS)
    return () => clearInterval(timer)
  }, [flow])

  return { flow, state }
}
