/** A user made with the app, for benches of pages. */

import { openChain } from '@dr/e2e/fixtures/chain'
import { activateMachines, buyMachines, buyPodPower, enterWithBurner, swap } from '@dr/e2e/fixtures/journey'
import type { Product } from '@dr/e2e/fixtures/product'
import { createTexts } from '@dr/e2e/fixtures/texts'
import { App } from '@dr/e2e/pages/app'
import { DAY_SECONDS } from '@dr/protocol/constants'
import type { BrowserContext } from 'playwright-core'

/** Local storage of a user. */
export type Kept = Readonly<Record<string, string>>

/**
 * Keys of the burner wallet, which no production build has; only the address stays, as for a locked
 * extension.
 */
const WALLET_KEYS = ['wallet', 'burner']

/** Pages that begin with one figure, which the browser stores. */
const WITH_A_NUMBER = ['/', '/pages/assets/assets'] as const

/** Minimum of DR that the two machines mine in a day on the local chain. */
const DAY_LEAST = 0.9

export interface LiveUser {
  readonly app: App
  /** Local storage with the burner wallet connected, after Home and Assets have stored their figures. */
  kept(): Promise<Kept>
}

/** Creates a user: registered, bound, with two machines that have produced for a day. */
export const liveAsUser = async (context: BrowserContext, product: Product): Promise<LiveUser> => {
  const { url, chainUrl, dataDirectory } = product
  const app = new App(await context.newPage(), { url, t: createTexts('zh-CN') })
  await enterWithBurner(app)
  await buyMachines(app, 2, 3)
  await activateMachines(app, 2)
  await openChain({ url: chainUrl, site: url, dataDirectory }).travel(DAY_SECONDS)
  await app.open('/')
  await app.home.expectCollectable(DAY_LEAST)
  const kept = async (): Promise<Kept> => {
    for (const route of WITH_A_NUMBER) {
      await app.open(route)
      await app.page.waitForFunction(
        (page) => localStorage.getItem('lastFigures')?.includes(`"${page}":`),
        route,
      )
    }
    return Object.fromEntries(await app.page.evaluate<[string, string][]>('Object.entries(localStorage)'))
  }
  return { app, kept }
}

export const withoutWallet = (kept: Kept): Kept =>
  Object.fromEntries(
    Object.entries(kept).filter(([key]) => !WALLET_KEYS.some((name) => key.startsWith(name))),
  )

/** Buys POD power with swapped DR. */
export const buyPower = async ({ app }: LiveUser): Promise<void> => {
  await swap(app, '300', 2)
  await buyPodPower(app, '400', 5)
}
