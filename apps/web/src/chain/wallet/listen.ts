import type { EIP1193Provider } from 'viem'

type Event = 'accountsChanged' | 'chainChanged' | 'disconnect'
type Emitter = {
  readonly [Method in 'on' | 'removeListener']?: (event: Event, listener: (value: never) => void) => unknown
}

/** Whether the wallet emits events; some old ones have no `on`. */
export const reportsChanges = (provider: EIP1193Provider): boolean =>
  typeof (provider as Emitter).on === 'function'

/** Listens to the wallet until the returned function is called, also without `removeListener`. */
export const listen = <Value>(
  provider: EIP1193Provider,
  event: Event,
  listener: (value: Value) => void,
): (() => void) => {
  const emitter = provider as Emitter
  let listening = true
  const onEvent = (value: Value): void => {
    if (listening) listener(value)
  }
  emitter.on?.(event, onEvent)
  return () => {
    listening = false
    emitter.removeListener?.(event, onEvent)
  }
}
