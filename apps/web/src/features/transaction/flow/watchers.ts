import type { Address } from 'viem'
import { loadChainClient } from '../../../chain/reads/public-client.ts'
import { readPending } from '../work/pending.ts'
import type { FlowEvent } from './flow-state.ts'
import { watchOrder } from './watch-order.ts'

export type OrderListener = (orderId: string, event: FlowEvent) => void

const INTERVAL_MS = 1_500
const running = new Map<string, AbortController>()
const listeners = new Set<OrderListener>()

export const onOrderEvent = (listener: OrderListener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Follows an order to its end. A watcher that runs already is replaced: its last events may have come before
 * the caller listened, and it may have been stopped.
 */
export const followOrder = async (account: Address, orderId: string): Promise<void> => {
  running.get(orderId)?.abort()
  const control = new AbortController()
  const { signal } = control
  running.set(orderId, control)
  try {
    await watchOrder({
      client: await loadChainClient(),
      account,
      orderId,
      intervalMs: INTERVAL_MS,
      signal,
      emit: (event) => {
        if (!signal.aborted) for (const listener of listeners) listener(orderId, event)
      },
    })
  } finally {
    if (running.get(orderId) === control) running.delete(orderId)
  }
}

/** Follows all pending work of the address; called at launch, so that a closed page loses nothing. */
export const followAll = (account: Address): void => {
  for (const { orderId } of readPending(account)) void followOrder(account, orderId).catch(reportError)
}

/** Stops following; pending work stays stored, and is followed when its address returns. */
export const stopFollowing = (): void => {
  for (const control of running.values()) control.abort()
}
