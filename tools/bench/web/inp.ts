/**
 * `web.inp`: time until a tap or a key is visible, on ten journeys of a signed-in user with a connected
 * wallet, at a quarter of the processor: the 98th percentile of the browser's interaction times, up to the
 * next paint. `.shift`: largest layout shift without input of a journey.
 */
import { findChromium, LAUNCH_ARGUMENTS } from '@dr/e2e/fixtures/chromium'
import { createTexts, type Texts } from '@dr/e2e/fixtures/texts'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { ROUTES } from '../../checks/requirement.ts'
import type { Bench, BenchContext } from '../bench.ts'
import { figure } from '../figure.ts'
import { startApp } from '../product.ts'
import { percentile } from '../rounds.ts'
import { buyPower, type Kept, liveAsUser } from '../user.ts'

type Route = (typeof ROUTES)[number]

const PHONE = { width: 390, height: 844 } as const
/** As on Lighthouse's phone. */
const SLOWER = 4
const LIMIT_MS = 150
/** Good value of search engines. */
const GOOD_MS = 200
const SHIFT_MAX = 10
const GOOD_SHIFT = 100
const THOUSANDTHS = 1_000
/** Time for a sheet's code on its first opening, and its animation. */
const SETTLED_MS = 900
/** Interval of keys, whether the page has answered or not. */
const BETWEEN_KEYS_MS = 120
/** Shortest interaction that the browser reports. */
const REPORTED_FROM_MS = 16

/**
 * Runs in the page, before it. An interaction consists of several events; its time is the longest of them.
 * Unreported short ones are counted.
 */
const WATCH = `
  window.seen = { times: {}, what: {}, shift: 0, moved: [] }
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration, name, target } of list.getEntries()) {
      if (!id || duration <= (seen.times[id] ?? 0)) continue
      seen.times[id] = duration
      seen.what[id] = name + ' ' + (target?.getAttribute?.('aria-label') ?? target?.textContent ?? '').slice(0, 40)
    }
  }).observe({ type: 'event', durationThreshold: ${REPORTED_FROM_MS}, buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      seen.shift += value
      seen.moved.push(value.toFixed(4) + ' ' + sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 90)).join(' | '))
    }
  }).observe({ type: 'layout-shift', buffered: true })`
const READ = `({ ...seen, count: performance.interactionCount ?? Object.keys(seen.times).length })`

interface Seen {
  readonly times: Readonly<Record<string, number>>
  readonly what: Readonly<Record<string, string>>
  readonly count: number
  readonly shift: number
  readonly moved: readonly string[]
}

/** Input of a journey: presses, and waits until the page is at rest. */
interface Hand {
  readonly page: Page
  readonly t: Texts
  readonly tab: (name: string) => Promise<void>
  /** Presses a button by its text or its key. */
  readonly press: (name: string | RegExp) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** Presses one of a row of choices. */
  readonly choose: (index: number) => Promise<void>
  /** Presses a row of a list. */
  readonly row: (index: number) => Promise<void>
  readonly close: () => Promise<void>
}

const handOf = (page: Page, t: Texts): Hand => {
  const rest = (): Promise<void> => page.waitForTimeout(SETTLED_MS)
  const top = () => page.locator('dialog[open]').last().or(page.locator('main')).last()
  const tap = async (target: ReturnType<Page['locator']>): Promise<void> => {
    await target.click()
    await rest()
  }
  return {
    page,
    t,
    tab: (name) => tap(page.locator('nav').getByRole('link', { name: t(`shell.tab.${name}`), exact: true })),
    press: (name) => tap(page.getByRole('button', { name }).first()),
    type: async (text) => {
      await top().locator('input:not([type="radio"], [type="checkbox"])').first().click()
      await page.keyboard.type(text, { delay: BETWEEN_KEYS_MS })
      await rest()
    },
    choose: (index) => tap(top().locator('label:has(input[type="radio"])').nth(index)),
    row: (index) => tap(top().locator('li button').nth(index)),
    close: () =>
      tap(
        page
          .locator('dialog[open]')
          .last()
          .getByRole('button', { name: t('common.close') }),
      ),
  }
}

interface Journey {
  readonly name: string
  readonly route: Route
  readonly walk: (hand: Hand) => Promise<void>
}

const JOURNEYS: readonly Journey[] = [
  {
    name: 'the five rooms',
    route: '/',
    walk: async ({ tab }) => {
      for (const name of ['backpack', 'assets', 'power', 'community', 'home', 'assets', 'backpack', 'home'])
        await tab(name)
    },
  },
  {
    name: 'buying machines',
    route: '/pages/Backpack/Backpack',
    walk: async ({ press, close, t }) => {
      await press(t('backpack.buy'))
      for (let count = 0; count < 4; count++) await press(t('common.increase'))
      await press(t('common.decrease'))
      await close()
    },
  },
  {
    name: 'paying electricity',
    route: '/pages/Backpack/Backpack',
    walk: async ({ press, close, t }) => {
      await press(t('backpack.payAll'))
      await close()
    },
  },
  {
    name: 'accounts',
    route: '/pages/assets/assets',
    walk: async ({ row, close, press, t }) => {
      await row(0)
      await close()
      await press(t('wallet.receive'))
      await close()
      await press(t('assets.nodeRanking'))
      await close()
    },
  },
  {
    name: 'the ledger',
    route: '/pages/assets/assetsRecord',
    walk: async ({ choose }) => {
      // No row: the bench's user has no purchases and swaps in the ledger.
      await choose(1)
      await choose(2)
      await choose(0)
    },
  },
  {
    name: 'a swap',
    route: '/pages/exchange/exchange',
    walk: async ({ type, choose }) => {
      await type('123.45')
      await choose(1)
      await choose(2)
    },
  },
  {
    name: 'POD power',
    route: '/pages/DCP/DCP',
    walk: async ({ type, choose }) => {
      await type('250')
      await choose(1)
      await choose(2)
    },
  },
  {
    name: 'the community',
    route: '/pages/dao/dao',
    walk: async ({ choose, type }) => {
      await choose(1)
      await type('0x12ab')
      await choose(2)
      await choose(0)
    },
  },
  {
    name: 'the open books',
    route: '/pages/platform/platform',
    walk: async ({ choose }) => {
      for (const part of [1, 2, 3, 0]) await choose(part)
    },
  },
  {
    name: 'menu and wallet',
    route: '/',
    walk: async ({ press, close, choose, t }) => {
      await press(t('shell.menu'))
      await choose(1)
      await choose(2)
      await close()
      await press(new RegExp(t('shell.wallet')))
      await close()
    },
  },
]

/** Runs a journey in a separate context. */
const walk = async (
  browser: Browser,
  { route, walk: go }: Journey,
  { url, kept }: { readonly url: string; readonly kept: Kept },
): Promise<Seen> => {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: 'zh-CN',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
  })
  try {
    await context.addInitScript(
      `for (const [key, value] of ${JSON.stringify(Object.entries(kept))}) localStorage.setItem(key, value)`,
    )
    await context.addInitScript(WATCH)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(`${url}/#${route}`, { timeout: 60_000 })
    await page.getByRole('main').waitFor({ timeout: 60_000 })
    await page.waitForTimeout(3 * SETTLED_MS)
    // Loading is measured by another figure (`layout-shift`).
    await page.evaluate('Object.assign(seen, { shift: 0, moved: [] })')
    await go(handOf(page, createTexts('zh-CN')))
    return await page.evaluate<Seen>(READ)
  } finally {
    await context.close()
  }
}

/** All interactions in milliseconds; unreported ones with the shortest reported time. */
const timesOf = ({ times, count }: Seen): readonly number[] => {
  const reported = Object.values(times)
  return [
    ...reported,
    ...Array.from({ length: Math.max(0, count - reported.length) }, () => REPORTED_FROM_MS),
  ]
}

const logSlowest = (
  { name }: Journey,
  { times, what, shift, moved }: Seen,
  log: BenchContext['log'],
): void => {
  const worst = Object.entries(times).toSorted(([, a], [, b]) => b - a)
  log(`web.inp: ${name}, shift ${shift.toFixed(4)}`)
  for (const [id, ms] of worst.slice(0, 3)) log(`  ${ms} ms ${what[id]}`)
  for (const line of moved) log(`  ${line}`)
}

export const webInp: Bench = {
  figures: {
    'web.inp': { of: 'value', is: 'at most', limit: LIMIT_MS },
    'web.inp.shift': { of: 'value', is: 'at most', limit: SHIFT_MAX },
  },
  async run(context) {
    const product = await startApp(context)
    const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
    context.defer(() => browser.close())
    const user = await liveAsUser(await browser.newContext({ locale: 'zh-CN', timezoneId: 'UTC' }), product)
    await buyPower(user)
    const kept = await user.kept()
    const times: number[] = []
    let shift = 0
    for (const journey of JOURNEYS) {
      const seen = await walk(browser, journey, { url: product.url, kept })
      logSlowest(journey, seen, context.log)
      times.push(...timesOf(seen))
      shift = Math.max(shift, seen.shift)
    }
    context.log(`web.inp: ${times.length} interactions`)
    return [
      figure({ bench: 'web.inp', value: percentile(times, 0.98), unit: 'ms', reference: GOOD_MS }),
      figure({
        bench: 'web.inp.shift',
        value: shift * THOUSANDTHS,
        unit: 'thousandths of layout shift',
        reference: GOOD_SHIFT,
      }),
    ]
  },
}
