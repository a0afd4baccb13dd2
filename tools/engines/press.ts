/** Presses everything pressable on a route, so that each opening sheet is checked (by driver/page.ts). */
import { setTimeout as delay } from 'node:timers/promises'
import type { App, Route } from '../../e2e/pages/app.ts'
import type { RemotePage } from './driver/page.ts'

const CLOSES_WITHIN_MS = 1_500
const POLL_MS = 50
/** An uncovered button can be pressed at once; one below a late sheet cannot. */
const PRESS = { timeout: 3_000 }

interface Button {
  readonly index: number
  /** One of each kind is pressed. */
  readonly kind: string
  /** One of several choices, which change other content. */
  readonly choice: boolean
}
const PRESSABLE = ':is(button, label:has([type="radio"]))'

const isOpen = (page: RemotePage): Promise<boolean> =>
  page.evaluate<boolean>("document.querySelector('dialog[open]') !== null")

/** Whether the page is at the route, with any values in the address. */
const isAt = (page: RemotePage, route: Route): Promise<boolean> =>
  page.evaluate<boolean>(`location.hash.split('?')[0] === '#${route}'`)

interface PressedScreen {
  readonly app: App
  readonly page: RemotePage
  readonly route: Route
}

/** Waits until an action is over, or a sheet is open; `long`: also for work without a sign on the page. */
const settle = ({ app, page }: PressedScreen, how: 'short' | 'long' = 'short'): Promise<void> =>
  page.operate('settle', { loading: app.t('message.loading'), long: how === 'long' })

/** Closes the topmost sheet with the keyboard, or by replacing the document if it cannot be closed. */
const close = async (page: RemotePage): Promise<void> => {
  await page.keyboard.press('Escape')
  for (let waited = 0; waited < CLOSES_WITHIN_MS; waited += POLL_MS) {
    if (!(await isOpen(page))) return
    await delay(POLL_MS)
  }
}

/** Checks open sheets, and returns to the route with nothing open, by navigation inside the app. */
export const comeBack = async (screen: PressedScreen): Promise<void> => {
  const { app, page, route } = screen
  for (;;) {
    if (await isOpen(page)) {
      await page.watchSheet()
      await close(page)
      if (await isOpen(page)) await app.open(route)
    } else if (!(await isAt(page, route))) {
      await app.leaveSheet()
      await page.goto(`${app.url}/#${route}`)
    } else return
    await settle(screen)
  }
}

/** Presses every button and choice under `root` that was not pressed before. */
export const pressAll = async (
  screen: PressedScreen,
  { root, pressed }: { readonly root: 'header' | 'main'; readonly pressed: Set<string> },
): Promise<void> => {
  const { page, route } = screen
  // Every route has the same bar.
  const keyOf = ({ kind }: Button): string => (root === 'header' ? kind : `${route} ${kind}`)
  const missed = new Set<string>()
  let settled = true
  for (;;) {
    // Read again each time: a press may change the others.
    const all = await page.operate<readonly Button[]>('buttons', root)
    const left = all.filter((button) => !pressed.has(keyOf(button)))
    // Content of a choice is pressed before the next choice.
    const next = left.find(({ choice }) => !choice) ?? left[0]
    if (next === undefined && settled) return
    if (next === undefined) {
      await settle(screen, 'long')
      settled = true
      await comeBack(screen)
      continue
    }
    settled = false
    try {
      await page.locator(`${root} ${PRESSABLE}`).nth(next.index).click(PRESS)
      pressed.add(keyOf(next))
      await settle(screen)
    } catch (error) {
      // A late sheet covers it, or the content has changed: checked, and pressed once more.
      if (missed.has(keyOf(next))) throw error
      missed.add(keyOf(next))
    }
    await comeBack(screen)
  }
}
