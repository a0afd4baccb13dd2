import { readOfTab, TAB_KEYS, writeOfTab } from '../lib/storage.ts'
import type { Place } from '../pages/navigation.ts'

const readKept = (): [string, number][] => {
  try {
    return JSON.parse(readOfTab(TAB_KEYS.scroll) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

/**
 * How far down each history entry was read: going back shows the page where it was left, going on at its top.
 */
const positions = new Map<string, number>(readKept())
let shown = ''

/** Over a reload too. */
const keep = (): void => writeOfTab(TAB_KEYS.scroll, JSON.stringify([...positions]))

type Shown = Pick<Place, 'index' | 'path' | 'fresh'>
const nameOf = ({ index, path }: Shown): string => `${index} ${path}`

/** Whether the entry's page will be shown from its top. */
export const isShownFromTop = (place: Shown): boolean =>
  place.fresh || (positions.get(nameOf(place)) ?? 0) === 0

/** The entry's page is now on the screen. */
export const showAt = ({ index, path, fresh }: Shown): void => {
  const first = shown === ''
  shown = nameOf({ index, path, fresh })
  if (fresh) positions.delete(shown)
  const top = positions.get(shown) ?? 0
  // A page that has just been opened is at its top; asking for it would lay the whole of it out at once.
  if (!first || top > 0) window.scrollTo(0, top)
  if (!first) return
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => positions.set(shown, window.scrollY), { passive: true })
  addEventListener('pagehide', keep)
}
