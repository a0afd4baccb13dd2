/** Live updates: requests of an open idle app, and the delay of a change. */
import { setTimeout as delay } from 'node:timers/promises'
import { CALLS } from '@dr/protocol/calls/index'
import { LIVE_PATH } from '@dr/protocol/live'
import type { Page, Request } from '@playwright/test'
import { ROUTES } from '../../tools/checks/requirement.ts'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { depositForNothing } from '../fixtures/own-call.ts'
import { expect, test } from '../fixtures/test.ts'
import { App } from '../pages/app.ts'

const ONE = 10n ** 18n
const MINUTE_MS = 60_000
/** Limit for an open idle app (ADR 0045). */
const REQUESTS_A_MINUTE = 2
/** Time for intervals that began before the stream was open. */
const SETTLED_MS = 20_000
/** A session has at most six streams, a browser at most six connections: one is left for requests. */
const TABS_A_SESSION = 5

const pathOf = (request: Request): string => new URL(request.url()).pathname

/** Records the page's requests to server and chain, except the stream. */
const countRequests = (page: Page): string[] => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (pathOf(request) !== LIVE_PATH) requests.push(`${request.method()} ${pathOf(request)}`)
  })
  return requests
}

const openedStream = (page: Page) =>
  page.waitForResponse((response) => pathOf(response.request()) === LIVE_PATH && response.ok(), {
    timeout: 30_000,
  })

/** Time at which the server has processed it, milliseconds since 1970. */
const processedAt = async ({ url }: App, blockNumber: bigint): Promise<number> => {
  for (;;) {
    const response = await fetch(url + CALLS.overview.path)
    const { data } = (await response.json()) as { data: { clock: { blockNumber: number } } }
    if (data.clock.blockNumber >= Number(blockNumber)) return Date.now()
    await delay(20)
  }
}

test('an idle app sends two requests a minute at most, on any page; without the stream it polls', async ({
  app,
  chain,
  context,
  browser,
  t,
}) => {
  test.setTimeout(8 * MINUTE_MS)
  const sessions = Math.ceil(ROUTES.length / TABS_A_SESSION)
  const others = await Promise.all(Array.from({ length: sessions - 1 }, () => browser.newContext()))
  const apps = others.map(async (other) => new App(await other.newPage(), { url: app.url, t }))
  for (const one of [app, ...(await Promise.all(apps))]) {
    await AnnouncedWallet.install(one.page, { rpcUrl: chain.url })
    await enterWithAnnounced(one, { connected: false })
    await one.page.close()
  }
  const pages: { readonly route: string; readonly tab: Page }[] = []
  // One after another: a busy machine that starts fifteen apps at once opens none of their streams in time.
  for (const [index, route] of ROUTES.entries()) {
    const tab = await ([context, ...others][Math.floor(index / TABS_A_SESSION)] ?? context).newPage()
    const opened = openedStream(tab)
    await tab.goto(`${app.url}/#${route}`)
    await opened
    pages.push({ route, tab })
  }
  const without = await context.newPage()
  await without.route(`**${LIVE_PATH}`, (route) => route.fulfill({ status: 503 }))
  await without.goto(`${app.url}/#/`)
  await delay(SETTLED_MS)
  const counted = pages.map(({ route, tab }) => ({ route, requests: countRequests(tab) }))
  const polled = countRequests(without)
  await delay(MINUTE_MS)
  for (const { route, requests } of counted) {
    process.stderr.write(`idle for a minute on ${route}: ${requests.join(', ') || 'no request'}\n`)
    expect.soft(requests.length, `${route}: ${requests}`).toBeLessThanOrEqual(REQUESTS_A_MINUTE)
  }
  process.stderr.write(`the same on / without the stream: ${polled.length} requests\n`)
  for (const other of others) await other.close()
  expect(polled.length).toBeGreaterThan(2 * REQUESTS_A_MINUTE)
})

test('what happened elsewhere is on the screen within a second of its block being processed', async ({
  app,
  page,
  chain,
}) => {
  test.setTimeout(3 * MINUTE_MS)
  const { account } = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  const opened = openedStream(page)
  await app.open('/pages/assets/assets')
  await opened

  const delays: number[] = []
  let sum = 0n
  // The fastest of three counts, since the machine may be busy.
  for (const amount of [311n, 17n, 23n]) {
    sum += amount
    const processed = processedAt(app, await depositForNothing(chain, { account, amount: amount * ONE }))
    await page
      .getByRole('main')
      .getByText(new RegExp(`\\b${sum}\\b`))
      .first()
      .waitFor({ timeout: 30_000 })
    const shownAt = Date.now()
    delays.push(shownAt - (await processed))
  }
  process.stderr.write(`shown ${delays.join(', ')} ms after the block was processed\n`)
  expect(Math.min(...delays)).toBeLessThan(1_000)
})

test('a price that has moved is on the screen within a second, though the app asks for none', async ({
  app,
  page,
  chain,
  t,
}) => {
  test.setTimeout(3 * MINUTE_MS)
  await chain.observe(30)
  const opened = openedStream(page)
  await app.open('/')
  await opened
  const tile = page.locator('dl > div', { hasText: t('rates.drPrice') }).locator('dd')
  /** Value of the tile: four decimals, rounded down. */
  const shown = async (): Promise<number> =>
    Number((await tile.allInnerTexts()).join().match(/\d+\.\d+/)?.[0])
  const answered = async (): Promise<number> => {
    const response = await fetch(app.url + CALLS.drgvPrice.path)
    const { data } = (await response.json()) as { data: { DR: { price: string } } }
    return Number(BigInt(data.DR.price) / 10n ** 14n) / 1e4
  }
  await expect.poll(shown).toBe(await answered())
  const before = await shown()
  await chain.pushPrice('DR', 50_000n * ONE)
  const requests = countRequests(page)
  const delays: number[] = []
  for (const _ of [1, 2, 3]) {
    await chain.travel(300)
    const processed = processedAt(app, await chain.pushPrice('DR', ONE))
    // It changes with each second: the value at the trade, or the present one.
    const atTrade = await answered()
    await expect
      .poll(async () => [atTrade, await answered()].includes(await shown()), { intervals: [20] })
      .toBe(true)
    const shownAt = Date.now()
    delays.push(shownAt - (await processed))
  }
  process.stderr.write(`a price was shown ${delays.join(', ')} ms after the block was processed\n`)
  expect(await shown()).toBeGreaterThan(before)
  expect(delays.toSorted((a, b) => a - b)[1]).toBeLessThan(1_000)
  expect(requests.filter((one) => one.endsWith(CALLS.drgvPrice.path))).toEqual([])
})

test('the exchange goes by a trade within a second, and so does its chart; its limits are read once a minute at most', async ({
  app,
  page,
  chain,
  t,
}) => {
  test.setTimeout(3 * MINUTE_MS)
  await chain.observe(30)
  const opened = openedStream(page)
  await app.open('/pages/exchange/exchange')
  await opened
  /** Block of the prices behind the rate. */
  const block = async (): Promise<number> =>
    Number(
      (await app.exchange.line(t('exchange.readAt')).allInnerTexts())
        .join()
        .match(/[\d,]+/)?.[0]
        .replaceAll(',', ''),
    )
  const title = page.getByRole('heading', { name: t('exchange.chart.title', { token: 'DR' }) })
  /** Newest price in the chart. */
  const chart = async (): Promise<number> =>
    Number((await title.locator('xpath=../..').allInnerTexts()).join().match(/([\d.]+)\s*USDT/)?.[1])
  await expect.poll(chart).toBeGreaterThan(0)
  const requests = countRequests(page)
  const delays: number[] = []
  const charts = [await chart()]
  for (const _ of [1, 2, 3]) {
    const trade = await chain.pushPrice('DR', 500n * ONE)
    const processed = processedAt(app, trade)
    await expect.poll(block, { intervals: [20] }).toBeGreaterThanOrEqual(Number(trade))
    const shownAt = Date.now()
    await expect.poll(chart, { intervals: [20] }).toBeGreaterThan(charts.at(-1) ?? 0)
    delays.push(shownAt - (await processed))
    charts.push(await chart())
  }
  process.stderr.write(`the exchange went by a trade ${delays.join(', ')} ms after its block was processed\n`)
  expect(delays.toSorted((a, b) => a - b)[1]).toBeLessThan(1_000)
  // None if it was read for a trade before counting began.
  expect(requests.filter((one) => one.endsWith(CALLS.swapTokens.path)).length).toBeLessThanOrEqual(1)
})
