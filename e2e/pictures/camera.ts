/** Means of `npm run screens`: sizes, looks, a page, and axe's findings for each picture. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '@dr/protocol/constants'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { findViolations } from '../fixtures/accessibility.ts'
import type { Product } from '../fixtures/product.ts'
import { createTexts } from '../fixtures/texts.ts'
import { App } from '../pages/app.ts'

const small = process.argv.includes('--small')
const whole = process.argv.includes('--whole')
const wide = process.argv.includes('--wide')
const viewport = wide
  ? { width: 1280, height: 800 }
  : small
    ? { width: 360, height: 640 }
    : { width: 390, height: 844 }
/** Folder of the pictures of this size. */
export const folder = join(
  fileURLToPath(new URL('../../screens/', import.meta.url)),
  wide ? 'wide' : small ? 'small' : 'phone',
)
export const LOOKS = (['zh-CN', 'en', 'vi'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).map((theme) => ({ locale, theme })),
)
export type Look = (typeof LOOKS)[number]
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const device = wide
  ? { viewport, deviceScaleFactor: 1, isMobile: false, hasTouch: false }
  : { viewport, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Axe's findings, by picture. */
export const violations: string[] = []

export const open = async (
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

export const shoot = async (page: Page, { locale, theme }: Look, name: string): Promise<void> => {
  const target = join(folder, `${locale}-${theme}`)
  mkdirSync(target, { recursive: true })
  await page.waitForTimeout(450) // sheets slide for 220 ms
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: whole })
  for (const { id, nodes } of await findViolations(page))
    violations.push(`${locale}-${theme}/${name}: ${id}: ${nodes.join(' ')}`)
}
