/**
 * `layout-shift.*`: layout shift of each page of a signed-in user while loading, on a slow network and
 * processor; the worst page, in thousandths of the browser's own measure. `phone`, `wide`: every route, in
 * zh-CN, with a locked wallet. `connected`: the five tabs in three languages, with a connected wallet and
 * POD power.
 */
import { findChromium, LAUNCH_ARGUMENTS } from '@dr/e2e/fixtures/chromium'
import { DEFAULT_LOCALE, type Locale } from '@dr/protocol/constants'
import { type Browser, chromium } from 'playwright-core'
import { ROUTES } from '../../checks/requirement.ts'
import type { Bench, BenchContext } from '../bench.ts'
import { figure } from '../figure.ts'
import { startApp } from '../product.ts'
import { buyPower, type Kept, liveAsUser, withoutWallet } from '../user.ts'

const PHONE = { width: 390, height: 844 } as const
const WIDE = { width: 1280, height: 800 } as const
const TABS = [
  '/',
  '/pages/DCP/DCP',
  '/pages/Backpack/Backpack',
  '/pages/dao/dao',
  '/pages/assets/assets',
] as const satisfies readonly (typeof ROUTES)[number][]
/** CJK, short words, long words. */
const LANGUAGES = ['zh-CN', 'en', 'vi'] as const satisfies readonly Locale[]

interface View {
  readonly name: 'phone' | 'wide' | 'connected'
  readonly viewport: typeof PHONE | typeof WIDE
  readonly pages: readonly { readonly route: string; readonly locale: Locale }[]
}
const everyRoute = ROUTES.map((route) => ({ route, locale: DEFAULT_LOCALE }))
const LOCKED: readonly View[] = [
  { name: 'phone', viewport: PHONE, pages: everyRoute },
  { name: 'wide', viewport: WIDE, pages: everyRoute },
]
const CONNECTED: View = {
  name: 'connected',
  viewport: PHONE,
  pages: LANGUAGES.flatMap((locale) => TABS.map((route) => ({ route, locale }))),
}

/** As Lighthouse's slow 4G: 150 ms, 1.6 Mbit/s down, a quarter of the processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4
/** Time for loading everything, including the first repeated reads. */
const WATCHED_MS = 8_000
const THOUSANDTHS = 1_000
/** 0.1 is the good value of search engines. */
const GOOD = 100
const SHIFT_MAX = 10

/** Runs in the page, before it: sums up layout shifts without input, and records their elements. */
const WATCH = `
  window.moved = { sum: 0, what: [] }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      moved.sum += value
      moved.what.push([value, ...sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 90))])
    }
  }).observe({ type: 'layout-shift', buffered: true })`

interface Moved {
  readonly sum: number
  readonly what: readonly (readonly [number, ...string[]])[]
}

/** Loads a page in a separate context without a cache. */
const watch = async (
  browser: Browser,
  { viewport }: View,
  input: { url: string; kept: Kept },
): Promise<Moved> => {
  const context = await browser.newContext({
    viewport,
    locale: 'zh-CN',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
  })
  try {
    await context.addInitScript(
      `for (const [key, value] of ${JSON.stringify(Object.entries(input.kept))}) localStorage.setItem(key, value)`,
    )
    await context.addInitScript(WATCH)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    // Not the load event: watching continues for the time below.
    await page.goto(input.url, { waitUntil: 'commit', timeout: 60_000 })
    await page.getByRole('main').waitFor({ timeout: 60_000 })
    await page.waitForTimeout(WATCHED_MS)
    return await page.evaluate<Moved>('moved')
  } finally {
    await context.close()
  }
}

const worstOf = async (
  browser: Browser,
  view: View,
  { url, kept, log }: { url: string; kept: Kept; log: BenchContext['log'] },
): Promise<number> => {
  let worst = 0
  for (const { route, locale } of view.pages) {
    const { sum, what } = await watch(browser, view, { url: `${url}/#${route}`, kept: { ...kept, locale } })
    log(`layout-shift.${view.name}: ${sum.toFixed(4)} ${locale} ${route}`)
    for (const [value, ...nodes] of what) log(`  ${value.toFixed(4)} ${nodes.join(' | ')}`)
    worst = Math.max(worst, sum)
  }
  return worst
}

export const layoutShift: Bench = {
  figures: Object.fromEntries(
    [...LOCKED, CONNECTED].map(({ name }) => [
      `layout-shift.${name}`,
      { of: 'value', is: 'at most', limit: SHIFT_MAX } as const,
    ]),
  ),
  async run(context) {
    const product = await startApp(context)
    const { url } = product
    const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
    try {
      const measure = async (view: View, kept: Kept) => {
        const worst = await worstOf(browser, view, { url, kept, log: context.log })
        const bench = `layout-shift.${view.name}`
        return figure({
          bench,
          value: worst * THOUSANDTHS,
          unit: 'thousandths of layout shift',
          reference: GOOD,
        })
      }
      const user = await liveAsUser(await browser.newContext({ locale: 'zh-CN', timezoneId: 'UTC' }), product)
      const kept = withoutWallet(await user.kept())
      const figures = []
      for (const view of LOCKED) figures.push(await measure(view, kept))
      await buyPower(user)
      return [...figures, await measure(CONNECTED, await user.kept())]
    } finally {
      await browser.close()
    }
  },
}
