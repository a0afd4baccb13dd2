import type { Place } from '../pages/navigation.ts'

const STORAGE_KEY = 'scroll'

/** How far down each history entry was read: going back shows the page where it was left, going on at its top. */
const positions = new Map<string, number>(readKept())
let shown = ''

function readKept(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

/** Over a reload too. */
function keep(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]))
  } catch {
    // Storage closed to us: after a reload pages start at their top.
  }
}

/** The entry's page now stands on the screen. */
export function showAt({ index, path, fresh }: Pick<Place, 'index' | 'path' | 'fresh'>): void {
  const first = shown === ''
  shown = `${index} ${path}`
  if (fresh) positions.delete(shown)
  window.scrollTo(0, positions.get(shown) ?? 0)
  if (!first) return
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => positions.set(shown, window.scrollY), { passive: true })
  addEventListener('pagehide', keep)
}
