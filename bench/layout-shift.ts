/**
 * `layout-shift.*`: how much each page of a signed-in user moves while it comes, on a slow network and a slow processor;
 * the worst page, on a phone and on a wide screen, in thousandths of the browser's own measure.
 */
import { findChromium, LAUNCH_ARGUMENTS } from '@dr/e2e/fixtures/chromium'
import { type Browser, chromium } from 'playwright-core'
import { ROUTES } from '../scripts/requirement.ts'
import type { Bench, BenchContext } from './bench.ts'
import { figure } from './figure.ts'
import { startApp } from './product.ts'
import { type Kept, liveAsUser } from './user.ts'

const VIEWS = { phone: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const
type View = keyof typeof VIEWS

/** As Lighthouse's slow 4G: 150 ms, 1.6 Mbit/s down, a quarter of the processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4
/** Everything has come by then, the first readings that follow included. */
const WATCHED_MS = 8_000
const THOUSANDTHS = 1_000
/** 0.1 is what search engines call good. */
const GOOD = 100
const MOST = 10

/** Runs in the page, before it: adds up what moved without a hand, and keeps what it was. */
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

/** One page in a context of its own: nothing is cached. */
const watch = async (browser: Browser, view: View, input: { url: string; kept: Kept }): Promise<Moved> => {
  const context = await browser.newContext({
    viewport: VIEWS[view],
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
    // Not the load event: what is watched goes on until the time below is over.
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
  for (const route of ROUTES) {
    const { sum, what } = await watch(browser, view, { url: `${url}/#${route}`, kept })
    log(`layout-shift.${view}: ${sum.toFixed(4)} ${route}`)
    for (const [value, ...nodes] of what) log(`  ${value.toFixed(4)} ${nodes.join(' | ')}`)
    worst = Math.max(worst, sum)
  }
  return worst
}

export const layoutShift: Bench = {
  figures: Object.fromEntries(
    Object.keys(VIEWS).map((view) => [
      `layout-shift.${view}`,
      { of: 'value', is: 'at most', limit: MOST } as const,
    ]),
  ),
  async run(context) {
    const url = await startApp(context)
    const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
    try {
      const kept = await liveAsUser(await browser.newContext({ locale: 'zh-CN', timezoneId: 'UTC' }), url)
      const figures = []
      for (const view of Object.keys(VIEWS) as View[]) {
        const worst = await worstOf(browser, view, { url, kept, log: context.log })
        const bench = `layout-shift.${view}`
        figures.push(
          figure({ bench, value: worst * THOUSANDTHS, unit: 'thousandths of layout shift', reference: GOOD }),
        )
      }
      return figures
    } finally {
      await browser.close()
    }
  },
}
