/**
 * `web.total`: gzip bytes of all JavaScript and CSS of the app, in one language and without WalletConnect.
 * `web.first-load`: gzip bytes of all JavaScript and CSS that a visitor's browser requests for `/`:
 * scripts, preloads, style sheets, and inline code. Wallet code among them is an error.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { findChromium, LAUNCH_ARGUMENTS } from '@dr/e2e/fixtures/chromium'
import { DEFAULT_LOCALE, LOCALES } from '@dr/protocol/constants'
import { buildWeb } from '@dr/tools/dev/build/build-web'
import { chromium, type Page, type Response } from 'playwright-core'
import { type Bench, root } from '../bench.ts'
import { figure } from '../figure.ts'
import { startApp } from '../product.ts'

const KB = 1_000
/** Gzip kB at first load of the best comparable app, measured before this one was built. */
const BEST_COMPARABLE_KB = 262
/** Limit of a visitor's first load. */
const FIRST_LOAD_LIMIT_KB = 145
/** Limit of the whole app. */
const TOTAL_LIMIT_KB = 465
/** Time without requests after which a page counts as loaded. */
const QUIET_MS = 4_000
const LOAD_TIMEOUT_MS = 60_000
const PHONE = { width: 390, height: 844 }
/** Texts that only the list of wallets and viem contain. */
const WALLET_MARKS = ['eip6963:requestProvider', 'viem@']

interface Loaded {
  readonly name: string
  /** Transferred size: compressed, without headers. */
  readonly bytes: number
  readonly text: string
}

const isCode = (response: Response): boolean =>
  /javascript|text\/css/.test(response.headers()['content-type'] ?? '')

const loadedFrom = async (response: Response): Promise<Loaded> => {
  const { responseBodySize } = await response.request().sizes()
  if (response.headers()['content-encoding'] !== 'gzip' && responseBodySize >= KB) {
    throw new Error(`${response.url()} came without gzip`)
  }
  const name = new URL(response.url()).pathname.split('/').at(-1) ?? response.url()
  return { name, bytes: responseBodySize, text: await response.text() }
}

/** Inline styles and scripts, with their compressed size. */
const inlineOf = (html: string): Loaded => {
  const text = [...html.matchAll(/<(style|script)(?![^>]*\ssrc=)[^>]*>(.*?)<\/\1>/gs)]
    .map(([, , content]) => content)
    .join('\n')
  return { name: 'inside the page', bytes: gzipSync(text, { level: 9 }).length, text }
}

/** All JavaScript and CSS of a first visit of `url` on a phone. */
const firstLoad = async (page: Page, url: string): Promise<Loaded[]> => {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const document = await page.goto(url, { waitUntil: 'load', timeout: LOAD_TIMEOUT_MS })
  if (!document?.ok()) throw new Error(`${url} answered ${document?.status()}`)
  await page.locator('nav').first().waitFor({ timeout: LOAD_TIMEOUT_MS })
  await delay(QUIET_MS)
  const fetched = await Promise.all(responses.filter(isCode).map(loadedFrom))
  return [inlineOf(await document.text()), ...fetched]
}

/** @throws if wallet code was loaded, or if the marks no longer identify it. */
const requireNoWallet = (site: string, loaded: readonly Loaded[]): void => {
  const assets = join(site, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  for (const mark of WALLET_MARKS) {
    if (!scripts.some((name) => readFileSync(join(assets, name), 'utf8').includes(mark))) {
      throw new Error(`"${mark}" is nowhere in the build: it no longer tells wallet code apart`)
    }
    const found = loaded.find(({ text }) => text.includes(mark))
    if (found) throw new Error(`wallet code ("${mark}") came with ${found.name} before it was wanted`)
  }
}

const gzipKb = (content: Buffer | string): number => gzipSync(content, { level: 9 }).length / KB

/** WalletConnect's own code, loaded only by users who choose it. */
const WALLET_CONNECT = /^walletconnect-.*\.js$/

/** @throws if the build's files no longer identify languages and WalletConnect. */
const totalOf = (site: string, log: (line: string) => void): number => {
  const html = readFileSync(join(site, 'index.html'), 'utf8')
  const assets = join(site, 'assets')
  const early = /data-early="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"')
  const { texts, more } = JSON.parse(early ?? '{}') as Record<'texts' | 'more', Record<string, string>>
  const files = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))
  const others = [texts, more].flatMap((part) =>
    Object.entries(part)
      .filter(([locale]) => locale !== DEFAULT_LOCALE)
      .map(([, file]) => file.replace('assets/', '')),
  )
  if (others.length !== 2 * (LOCALES.length - 1) || !files.some((name) => WALLET_CONNECT.test(name))) {
    throw new Error('languages or WalletConnect are no files of their own any more')
  }
  const counted = files.filter((name) => !others.includes(name) && !WALLET_CONNECT.test(name))
  const weights = counted.map((name) => ({ name, kb: gzipKb(readFileSync(join(assets, name))) }))
  for (const { name, kb } of weights.toSorted((a, b) => b.kb - a.kb).slice(0, 12)) {
    log(`web.total: ${kb.toFixed(1).padStart(6)} kB ${name}`)
  }
  // The style sheet is inline and among the assets: it is counted there, once.
  const inside = gzipKb(inlineOf(html.replace(/<style>.*?<\/style>/s, '')).text)
  return weights.reduce((sum, { kb }) => sum + kb, inside)
}

export const webFirstLoad: Bench = {
  figures: {
    'web.first-load': { of: 'value', is: 'at most', limit: FIRST_LOAD_LIMIT_KB },
    'web.total': { of: 'value', is: 'at most', limit: TOTAL_LIMIT_KB },
  },
  async run(context) {
    const { url } = await startApp(context)
    const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
    context.defer(() => browser.close())
    const page = await browser.newPage({
      viewport: PHONE,
      isMobile: true,
      locale: 'zh-CN',
      extraHTTPHeaders: { 'accept-encoding': 'gzip' }, // the server has Brotli too; the figure is of gzip
    })
    const loaded = await firstLoad(page, `${url}/`)
    // The product's own build, already there.
    const { directory: site } = await buildWeb({ root, local: true })
    requireNoWallet(site, loaded)
    for (const { name, bytes } of loaded.toSorted((a, b) => b.bytes - a.bytes)) {
      context.log(`web.first-load: ${(bytes / KB).toFixed(1).padStart(6)} kB ${name}`)
    }
    const value = loaded.reduce((sum, { bytes }) => sum + bytes, 0) / KB
    const total = totalOf(site, context.log)
    return [
      figure({ bench: 'web.first-load', value, unit: 'kB', reference: BEST_COMPARABLE_KB }),
      figure({ bench: 'web.total', value: total, unit: 'kB', reference: TOTAL_LIMIT_KB }),
    ]
  },
}
