import { useSyncExternalStore } from 'react'

const subscribe = (listen: () => void): (() => void) => {
  addEventListener('online', listen)
  addEventListener('offline', listen)
  return () => {
    removeEventListener('online', listen)
    removeEventListener('offline', listen)
  }
}

/** Whether the browser is connected to a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
