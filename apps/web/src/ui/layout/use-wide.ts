import { useSyncExternalStore } from 'react'

const createHook = (media: string) => {
  const query = matchMedia(media)
  const subscribe = (listen: () => void): (() => void) => {
    query.addEventListener('change', listen)
    return () => query.removeEventListener('change', listen)
  }
  return (): boolean => useSyncExternalStore(subscribe, () => query.matches)
}

/** Whether the rail is beside the page: as `--breakpoint-wide` in tokens.css. */
export const useWide = createHook('(min-width: 900px)')

/** Whether pages have two columns: as `--breakpoint-two`. */
export const useTwoColumns = createHook('(min-width: 700px)')
