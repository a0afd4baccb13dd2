/** A user as the app makes them, for the benches that look at pages. */
import { activateMachines, buyMachines, buyPodPower, enterWithBurner, swap } from '@dr/e2e/fixtures/journey'
import { createTexts } from '@dr/e2e/fixtures/texts'
import { App } from '@dr/e2e/pages/app'
import type { BrowserContext } from 'playwright-core'

/** What the app keeps of a user in local storage. */
export type Kept = Readonly<Record<string, string>>

/**
 * Of the burner wallet, which no production build has, only the address stays: as when an extension is
 * locked.
 */
const WALLET_KEYS = ['wallet', 'burner']

/** Pages that begin with one number, which the browser keeps for the next time. */
const WITH_A_NUMBER = ['/', '/pages/assets/assets'] as const

export interface LiveUser {
  readonly app: App
  /** With the burner wallet connected, after Home and Assets were seen: what they showed is kept too. */
  kept(): Promise<Kept>
}

/** Registered, bound, with two machines that produce. */
export const liveAsUser = async (context: BrowserContext, url: string): Promise<LiveUser> => {
  const app = new App(await context.newPage(), { url, t: createTexts('zh-CN') })
  await enterWithBurner(app)
  await buyMachines(app, 2, 3)
  await activateMachines(app, 2)
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

/** POD power, bought with swapped DR. */
export const buyPower = async ({ app }: LiveUser): Promise<void> => {
  await swap(app, '300', 2)
  await buyPodPower(app, '400', 5)
}
