import type { EIP1193Provider } from 'viem'

type Event = 'accountsChanged' | 'chainChanged' | 'disconnect'
type Emitter = {
  readonly [Method in 'on' | 'removeListener']?: (event: Event, listener: (value: never) => void) => unknown
}

/** Whether the wallet reports what changes in it; some of the old kind have no `on`. */
export const reportsChanges = (provider: EIP1193Provider): boolean =>
  typeof (provider as Emitter).on === 'function'

/** Listens to the wallet until the function returned is called, also where it has no `removeListener`. */
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
