/**
 * Presses whatever may be pressed on a route, so that each sheet that opens is looked at (driver/page.ts does
 * that by itself).
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { App, Route } from '../../e2e/pages/app.ts'
import type { RemotePage } from './driver/page.ts'

const CLOSES_WITHIN_MS = 1_500
const POLL_MS = 50
/** A button that is in nothing's way can be pressed at once; one under a sheet that came late cannot. */
const PRESS = { timeout: 3_000 }

interface Button {
  readonly index: number
  /** Of several that open the same, one is pressed. */
  readonly kind: string
  /** One of several, which changes what else is shown. */
  readonly choice: boolean
}
const PRESSABLE = ':is(button, label:has([type="radio"]))'

const isOpen = (page: RemotePage): Promise<boolean> =>
  page.evaluate<boolean>("document.querySelector('dialog[open]') !== null")

/** With whatever the page keeps of its own choices in the address. */
const isAt = (page: RemotePage, route: Route): Promise<boolean> =>
  page.evaluate<boolean>(`location.hash.split('?')[0] === '#${route}'`)

interface Place {
  readonly app: App
  readonly page: RemotePage
  readonly route: Route
}

/** Until what was begun is over, or a sheet is open; `long`: also what the page says nothing of. */
const settle = ({ app, page }: Place, how: 'short' | 'long' = 'short'): Promise<void> =>
  page.operate('settle', { loading: app.t('message.loading'), long: how === 'long' })

/** The topmost sheet goes as it would for a user with a keyboard; or with the document, where it may not. */
const close = async (page: RemotePage): Promise<void> => {
  await page.keyboard.press('Escape')
  for (let waited = 0; waited < CLOSES_WITHIN_MS; waited += POLL_MS) {
    if (!(await isOpen(page))) return
    await delay(POLL_MS)
  }
}

/**
 * Looks at what is open, and is on the route again with nothing open; goes there within the app, as its own
 * links do.
 */
export const comeBack = async (place: Place): Promise<void> => {
  const { app, page, route } = place
  for (;;) {
    if (await isOpen(page)) {
      await page.watchSheet()
      await close(page)
      if (await isOpen(page)) await app.open(route)
    } else if (!(await isAt(page, route))) {
      await app.leaveSheet()
      await page.goto(`${app.url}/#${route}`)
    } else return
    await settle(place)
  }
}

/** Presses every button and every choice under `root` that was not pressed before. */
export const pressAll = async (
  place: Place,
  { root, pressed }: { readonly root: 'header' | 'main'; readonly pressed: Set<string> },
): Promise<void> => {
  const { page, route } = place
  // The bar is every route's.
  const keyOf = ({ kind }: Button): string => (root === 'header' ? kind : `${route} ${kind}`)
  const missed = new Set<string>()
  let settled = true
  for (;;) {
    // Asked again each time: pressing one may change what the others are.
    const all = await page.operate<readonly Button[]>('buttons', root)
    const left = all.filter((button) => !pressed.has(keyOf(button)))
    // What a choice shows is pressed before the next choice is made.
    const next = left.find(({ choice }) => !choice) ?? left[0]
    if (next === undefined && settled) return
    if (next === undefined) {
      await settle(place, 'long')
      settled = true
      await comeBack(place)
      continue
    }
    settled = false
    try {
      await page.locator(`${root} ${PRESSABLE}`).nth(next.index).click(PRESS)
      pressed.add(keyOf(next))
      await settle(place)
    } catch (error) {
      // A sheet that came late is above it, or what is shown has changed: looked at, and pressed again, once.
      if (missed.has(keyOf(next))) throw error
      missed.add(keyOf(next))
    }
    await comeBack(place)
  }
}
