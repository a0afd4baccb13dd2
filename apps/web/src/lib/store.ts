import { useSyncExternalStore } from 'react'

/** Minimal store: a value, its listeners, and a hook. */
export const createStore = <Value>(initial: Value) => {
  let value = initial
  const listeners = new Set<() => void>()
  const get = (): Value => value
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(next: Value): void {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    useValue: (): Value => useSyncExternalStore(subscribe, get, get),
  }
}
