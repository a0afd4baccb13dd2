import { readOfTab, TAB_KEYS, writeOfTab } from '../lib/storage.ts'
import type { Place } from '../pages/navigation.ts'

const readKept = (): [string, number][] => {
  try {
    return JSON.parse(readOfTab(TAB_KEYS.scroll) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

/** Scroll position of each history entry: going back restores it, a new page begins at its top. */
const positions = new Map<string, number>(readKept())
let shown = ''

/** Survives a reload. */
const keep = (): void => writeOfTab(TAB_KEYS.scroll, JSON.stringify([...positions]))

type Shown = Pick<Place, 'index' | 'path' | 'fresh'>
const nameOf = ({ index, path }: Shown): string => `${index} ${path}`

/** Whether the entry's page will be shown from its top. */
export const isShownFromTop = (place: Shown): boolean =>
  place.fresh || (positions.get(nameOf(place)) ?? 0) === 0

/** Restores the scroll position of the entry's page, which is now shown. */
export const showAt = ({ index, path, fresh }: Shown): void => {
  const first = shown === ''
  shown = nameOf({ index, path, fresh })
  if (fresh) positions.delete(shown)
  const top = positions.get(shown) ?? 0
  // A newly opened page is at its top already; scrolling would force a layout of the whole page.
  if (!first || top > 0) window.scrollTo(0, top)
  if (!first) return
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => positions.set(shown, window.scrollY), { passive: true })
  addEventListener('pagehide', keep)
}
