/** Opens whatever a page's buttons open, so that each sheet is looked at (driver/page.ts does that by itself). */
import { setTimeout as delay } from 'node:timers/promises'
import { ROUTES } from '../../scripts/requirement.ts'
import type { App, Route } from '../pages/app.ts'
import type { RemotePage } from './driver/page.ts'

/** Longer than a sheet takes to open when its code is still to come. */
const OPENS_WITHIN_MS = 600
const CLOSES_WITHIN_MS = 1_500
const POLL_MS = 60
const OPEN = "document.querySelector('dialog[open]') !== null"

interface Button {
  readonly index: number
  readonly name: string
  /** One of a list. */
  readonly row: boolean
}

const isOpen = (page: RemotePage): Promise<boolean> => page.evaluate<boolean>(OPEN)

const opens = async (page: RemotePage): Promise<boolean> => {
  for (let waited = 0; waited < OPENS_WITHIN_MS; waited += POLL_MS) {
    if (await isOpen(page)) return true
    await delay(POLL_MS)
  }
  return false
}

/** The topmost sheet goes as it would for a user with a keyboard; or with the document, where it may not. */
const close = async (page: RemotePage): Promise<void> => {
  await page.keyboard.press('Escape')
  for (let waited = 0; waited < CLOSES_WITHIN_MS; waited += POLL_MS) {
    if (!(await isOpen(page))) return
    await delay(POLL_MS)
  }
}

/** Presses every button under `root` that was not pressed before, and closes what opened. */
const pressAll = async (
  { app, page }: { readonly app: App; readonly page: RemotePage },
  { route, root, pressed }: { readonly route: Route; readonly root: string; readonly pressed: Set<string> },
): Promise<void> => {
  for (;;) {
    // Asked again each time: pressing one may change what the others are.
    const all = await page.operate<readonly Button[]>('buttons', root)
    const named = all.map(({ index, name, row }) => ({ index, key: row ? route + name : name }))
    const next = named.find(({ key }) => !pressed.has(key))
    if (next === undefined) return
    pressed.add(next.key)
    const { index } = next
    await page.locator(`${root} button`).nth(index).click()
    if (await opens(page)) {
      await page.watchSheet()
      await close(page)
    }
    if ((await isOpen(page)) || !(await page.evaluate<boolean>(`location.hash === '#${route}'`))) {
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
