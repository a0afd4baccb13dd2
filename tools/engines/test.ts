/** `test` with a page in WebKit or Firefox instead of Chromium; everything else is the other suite's. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { type Chain, openChain } from '../../e2e/fixtures/chain.ts'
import { expect } from '../../e2e/fixtures/expect.ts'
import { beginFullAccount } from '../../e2e/fixtures/full-account.ts'
import { startProductWithRelay } from '../../e2e/fixtures/product-with-relay.ts'
import type { ScriptedUser } from '../../e2e/fixtures/scripted-user.ts'
import { createTexts, type Texts } from '../../e2e/fixtures/texts.ts'
import { App } from '../../e2e/pages/app.ts'
import type { EngineName } from './driver/engine.ts'
import { findFirefox, startFirefox } from './driver/firefox.ts'
import { RemotePage } from './driver/page.ts'
import { findWebKit, startWebKit } from './driver/webkit.ts'

const PRODUCT_TIMEOUT_MS = 240_000

const start = (name: EngineName) => {
  if (name === 'webkit') {
    const programs = findWebKit()
    if (!programs) throw new Error('WebKitWebDriver, MiniBrowser or Xvfb is missing')
    return startWebKit(programs)
  }
  const file = findFirefox()
  if (!file) throw new Error('Firefox is missing')
  return startFirefox(file)
}

interface Options {
  readonly engine: EngineName
}

interface Product {
  readonly url: string
  readonly chain: Chain
  /** Folder with its data and keys. */
  readonly dataDirectory: string
}

interface Shared {
  readonly product: Product
  /** Started with the product, since its payment password needs a minute. */
  readonly fullAccount: ScriptedUser
  /** Sheets opened in this engine so far by any test: keys of `RemotePage.sheets`. */
  readonly opened: Set<string>
}

interface Fixtures {
  readonly remote: RemotePage
  readonly chain: Chain
  readonly t: Texts
  readonly app: App
}

/** Expects that each opened sheet had its content in the window, and that the page logged no errors. */
const expectNoFault = (page: RemotePage): void => {
  const faults = [...page.sheets].filter(([, found]) => found.size > 0)
  expect(Object.fromEntries(faults.map(([sheet, found]) => [sheet, [...found]]))).toEqual({})
  expect(page.complaints).toEqual([])
}

export const test = base.extend<Fixtures, Options & Shared>({
  engine: ['webkit', { option: true, scope: 'worker' }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const product = await startProductWithRelay({ GAME: 'on' })
      const { url, chainUrl, dataDirectory } = product
      await use({ url, chain: openChain({ url: chainUrl, site: url, dataDirectory }), dataDirectory })
      await product.stop()
    },
    { scope: 'worker', timeout: PRODUCT_TIMEOUT_MS },
  ],
  fullAccount: [
    async ({ product }, use) => use(await beginFullAccount(product)),
    { scope: 'worker', auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  opened: [async ({}, use) => use(new Set()), { scope: 'worker' }],
  remote: async ({ engine, opened }, use, info) => {
    const page = new RemotePage(await start(engine))
    try {
      await use(page)
      if (info.errors.length > 0) {
        mkdirSync(info.outputDir, { recursive: true })
        writeFileSync(join(info.outputDir, 'failed.png'), await page.screenshot())
      }
    } finally {
      await page.close()
      for (const sheet of page.sheets.keys()) opened.add(sheet)
    }
    expectNoFault(page)
  },
  page: ({ remote }, use) => use(remote as unknown as Page),
  chain: ({ product }, use) => use(product.chain),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  t: ({}, use) => use(createTexts('zh-CN')),
  app: ({ page, product, t }, use) => use(new App(page, { url: product.url, t })),
})

export { expect }
