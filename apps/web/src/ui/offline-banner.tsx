import { useSyncExternalStore } from 'react'
import { Banner } from './banner.tsx'

const subscribe = (listen: () => void): (() => void) => {
  addEventListener('online', listen)
  addEventListener('offline', listen)
  return () => {
    removeEventListener('online', listen)
    removeEventListener('offline', listen)
  }
}

/** Whether the browser has a network at all. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Says that what is on the screen is the last known state. */
export function OfflineBanner({ text }: { readonly text: string }) {
  const online = useOnline()
  return online ? null : (
    <div className="px-4 pb-2">
      <Banner tone="out" icon="offline" live>
        {text}
      </Banner>
    </div>
  )
}
