/**
 * `npm run screens`: every finished screen as a picture, in both themes and two languages, from the real app with real
 * data, into `screens/` (not in git). `--small`: at 360×640 instead of 390×844. `--whole`: the whole page, not the view.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '@dr/protocol/constants'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { openChain } from './fixtures/chain.ts'
import { findChromium, LAUNCH_ARGUMENTS } from './fixtures/chromium.ts'
import { activateMachines, buyMachines, collect, enterWithBurner, withdraw } from './fixtures/journey.ts'
import { type Product, startProduct } from './fixtures/product.ts'
import { createTexts } from './fixtures/texts.ts'
import { App, ROUTES, type Route } from './pages/app.ts'

const DAY_SECONDS = 86_400
const small = process.argv.includes('--small')
const whole = process.argv.includes('--whole')
const viewport = small ? { width: 360, height: 640 } : { width: 390, height: 844 }
const folder = fileURLToPath(new URL('../screens/', import.meta.url))
const LOOKS = (['zh-CN', 'vi'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).map((theme) => ({ locale, theme })),
)
type Look = (typeof LOOKS)[number]
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const device = { viewport, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const nameOf = (route: Route): string =>
  route === '/' ? 'home' : route.replace('/pages/', '').replaceAll('/', '-')

/** Some days of a user's life: machines of two purchases, one not activated, collects, withdrawals. */
const live = async (app: App, product: Product): Promise<void> => {
  const chain = openChain({ url: product.chainUrl, dataDirectory: product.dataDirectory })
  await enterWithBurner(app)
  await buyMachines(app, 2, 3)
  await activateMachines(app, 2)
  for (const amount of ['200', '1500.5']) {
    await chain.travel(DAY_SECONDS + 600)
    await collect(app)
    await withdraw(app, amount)
  }
  await buyMachines(app, 3, 1)
  await chain.travel(7_200)
}

const open = async (
  browser: Browser,
  { locale, theme }: { locale: Locale; theme: Look['theme'] },
  input: { product: Product; state?: StorageState },
): Promise<{ app: App; page: Page; context: BrowserContext }> => {
  const context = await browser.newContext({
    ...device,
    colorScheme: theme,
    locale: 'zh-CN',
    timezoneId: 'UTC',
    ...(input.state ? { storageState: input.state } : {}),
  })
  await context.addInitScript(`localStorage.setItem('locale', '${locale}')`)
  const page = await context.newPage()
  return { app: new App(page, { url: input.product.url, t: createTexts(locale) }), page, context }
}

const shoot = async (page: Page, { locale, theme }: Look, name: string): Promise<void> => {
  const target = join(folder, small ? 'small' : '', `${locale}-${theme}`)
  mkdirSync(target, { recursive: true })
  await page.waitForTimeout(450) // sheets slide for 220 ms
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: whole })
}

/** The sheets in which a user decides: wallet choice, buying, receipt, steps, menu. */
const shootSheets = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
  const { t, transaction } = app
  await app.open('/pages/Backpack/Backpack')
  await app.loaded()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('backpack.buy'), exact: true })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.continue') })
    .waitFor()
  await shoot(page, look, 'sheet-buy')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.continue') })
    .click()
  await transaction
    .sheet('buy')
    .getByRole('button', { name: t('tx.confirm'), exact: true })
    .waitFor()
  await shoot(page, look, 'sheet-receipt')
  await transaction.confirm('buy', 1)
  await app.burner.prompt.waitFor()
  await shoot(page, look, 'sheet-wallet-asks')
  await app.burner.reject('transaction')
  await transaction.sheet('buy').getByText(t('message.unsigned')).waitFor()
  await shoot(page, look, 'sheet-rejected')
  await transaction.close('buy')
  await app.openMenu()
  await shoot(page, look, 'sheet-menu')
}

const shootAll = async (browser: Browser, look: Look, input: { product: Product; state: StorageState }) => {
  const visitor = await open(browser, look, { product: input.product })
  await visitor.app.open('/')
  await visitor.app.loaded()
  await shoot(visitor.page, look, 'visitor-home')
  await visitor.app.connect.open()
  await shoot(visitor.page, look, 'visitor-connect')
  await visitor.context.close()

  const user = await open(browser, look, input)
  for (const route of ROUTES) {
    if (route === '/pages/index/index') continue
    await user.app.open(route)
    await user.app.loaded()
    await shoot(user.page, look, nameOf(route))
  }
  await shootSheets(user, look)
  await user.context.close()
}

const product = await startProduct()
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
try {
  rmSync(join(folder, small ? 'small' : ''), { recursive: true, force: true })
  const first = await open(browser, { locale: 'zh-CN', theme: 'light' }, { product })
  await live(first.app, product)
  const state = await first.context.storageState()
  await first.context.close()
  for (const look of LOOKS) {
    await shootAll(browser, look, { product, state })
    console.log(`${look.locale}, ${look.theme}: done`)
  }
  console.log(`Pictures: ${folder}`)
} finally {
  await browser.close()
  await product.stop()
}
