import { useSyncExternalStore } from 'react'

/** As `--breakpoint-wide` in tokens.css. */
const query = matchMedia('(min-width: 900px)')

const subscribe = (listen: () => void): (() => void) => {
  query.addEventListener('change', listen)
  return () => query.removeEventListener('change', listen)
}

/** Whether there is room for the rail beside the page. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
