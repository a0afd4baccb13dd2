/** Opens whatever a page's buttons open, so that each sheet is looked at (driver/page.ts does that by itself). */
import { setTimeout as delay } from 'node:timers/promises'
import { ROUTES } from '../../scripts/requirement.ts'
import type { App, Route } from '../pages/app.ts'
import type { RemotePage } from './driver/page.ts'

/** Longer than a sheet takes to open when its code is still to come, on a busy machine as well. */
const OPENS_WITHIN_MS = 2_000
const CLOSES_WITHIN_MS = 1_500
const POLL_MS = 60
const OPEN = "document.querySelector('dialog[open]') !== null"

interface Button {
  readonly index: number
  readonly name: string
  /** One of several, which changes what else is shown. */
  readonly choice: boolean
}
const PRESSABLE = ':is(button, label:has([type="radio"]))'

const isOpen = (page: RemotePage): Promise<boolean> => page.evaluate<boolean>(OPEN)

const isAt = (page: RemotePage, route: Route): Promise<boolean> =>
  page.evaluate<boolean>(`location.hash === '#${route}'`)

/** Whether a sheet opens on this route after a press; a press that leads to another opens none. */
const opens = async (page: RemotePage, route: Route): Promise<boolean> => {
  const until = performance.now() + OPENS_WITHIN_MS
  for (;;) {
    if (await isOpen(page)) return true
    if (!(await isAt(page, route)) || performance.now() > until) return false
    await delay(POLL_MS)
  }
}

/** The topmost sheet goes as it would for a user with a keyboard; or with the document, where it may not. */
const close = async (page: RemotePage): Promise<void> => {
  await page.keyboard.press('Escape')
  for (let waited = 0; waited < CLOSES_WITHIN_MS; waited += POLL_MS) {
    if (!(await isOpen(page))) return
    await delay(POLL_MS)
  }
}

/** Presses every button and every choice under `root` that was not pressed on this route before, and closes what opened. */
const pressAll = async (
  { app, page }: { readonly app: App; readonly page: RemotePage },
  { route, root, pressed }: { readonly route: Route; readonly root: string; readonly pressed: Set<string> },
): Promise<void> => {
  for (;;) {
    // Asked again each time: pressing one may change what the others are.
    const all = await page.operate<readonly Button[]>('buttons', root)
    // The bar is every route's.
    const keyOf = ({ name }: Button): string => (root === 'header' ? name : route + name)
    const left = all.filter((button) => !pressed.has(keyOf(button)))
    // What a choice shows is pressed before the next choice is made.
    const next = left.find(({ choice }) => !choice) ?? left[0]
    if (next === undefined) return
    pressed.add(keyOf(next))
    await page.locator(`${root} ${PRESSABLE}`).nth(next.index).click()
    if (await opens(page, route)) {
      await page.watchSheet()
      await close(page)
    }
    if ((await isOpen(page)) || !(await isAt(page, route))) {
      await app.open(route)
      await app.loaded()
    }
  }
}

/** Every route with every sheet that one press opens. */
export const openEverySheet = async (app: App, page: RemotePage): Promise<void> => {
  const pressed = new Set<string>()
  for (const route of ROUTES.filter((each) => each !== '/pages/index/index')) {
    await app.open(route)
    await app.loaded()
    await pressAll({ app, page }, { route, root: 'header', pressed })
    await pressAll({ app, page }, { route, root: 'main', pressed })
  }
}
