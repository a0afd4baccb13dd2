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

export interface LiveUser {
  readonly app: App
  /** As it is now, with the burner wallet connected. */
  kept(): Promise<Kept>
}

/** Registered, bound, with two machines that produce. */
export const liveAsUser = async (context: BrowserContext, url: string): Promise<LiveUser> => {
  const app = new App(await context.newPage(), { url, t: createTexts('zh-CN') })
  await enterWithBurner(app)
  await buyMachines(app, 2, 3)
  await activateMachines(app, 2)
  const kept = async (): Promise<Kept> =>
    Object.fromEntries(await app.page.evaluate<[string, string][]>('Object.entries(localStorage)'))
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
