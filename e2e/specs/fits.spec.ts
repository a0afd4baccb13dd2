import { ROUTES } from '../../tools/checks/requirement.ts'
import { AnnouncedWallet, WALLET_NAME } from '../fixtures/announced-wallet.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { createTexts } from '../fixtures/texts.ts'
import { App } from '../pages/app.ts'

/**
 * Languages with the longest words: nothing overflows horizontally, on the narrowest phone, and at the
 * widths where two columns and the rail begin; every page's bar has the account.
 */
const VIEWS = [
  { width: 360, height: 640, locales: ['vi', 'ms', 'en'] },
  { width: 700, height: 900, locales: ['vi'] },
  { width: 900, height: 700, locales: ['ms'] },
  { width: 1280, height: 800, locales: ['en'] },
] as const

for (const { width, height, locales } of VIEWS) {
  for (const locale of locales) {
    test.describe(`at ${width} px in ${locale}`, () => {
      test.use({ viewport: { width, height } })
      test('every route fits', async ({ page, product }) => {
        await page.addInitScript(`localStorage.setItem('locale', '${locale}')`)
        const t = createTexts(locale)
        const app = new App(page, { url: product.url, t })
        const account = page.locator('header').getByRole('button', { name: t('shell.connect') })
        for (const route of ROUTES) {
          await app.open(route)
          await app.loaded()
          await expect.soft(account, route).toBeVisible()
          const tooWide = await page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          expect.soft(tooWide, `${route} is ${tooWide} px too wide`).toBeLessThanOrEqual(0)
        }
      })
    })
  }
}

test.describe('at 360 px in ms, with text twice as large', () => {
  test.use({ viewport: { width: 360, height: 640 } })
  test('Home of a visitor whose wallet is connected fits', async ({ page, product, chain }) => {
    const t = createTexts('ms')
    await page.addInitScript(`localStorage.setItem('locale', 'ms')`)
    const app = new App(page, { url: product.url, t })
    const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
    await app.open('/')
    await app.connect.open()
    wallet.answers.push('accept', 'reject')
    await app.connect.choose(WALLET_NAME)
    await expect.poll(() => wallet.prompts).toContain('personal_sign: reject')
    await app.open('/')
    await expect(app.home.faucetButton).toBeVisible()
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    const tooWide = () =>
      page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    await expect.poll(tooWide).toBeLessThanOrEqual(0)
  })
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
  test('the rail leads to every tab, before the page in the keyboard’s order, and stays beside pages behind them', async ({
    app,
    page,
    t,
  }) => {
    await app.open('/')
    await app.loaded()
    const rail = page.getByRole('navigation')
    await expect(rail).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: t('shell.skip') })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(rail.getByRole('link', { name: t('shell.tab.home') })).toBeFocused()
    await app.tab('assets')
    await expect(app.heading).toHaveText(t('assets.title'))
    await expect(rail.getByRole('link', { name: t('shell.tab.assets') })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await app.open('/pages/exchange/exchange')
    await expect(rail.getByRole('link')).toHaveCount(5)
    await expect(rail.locator('[aria-current]')).toHaveCount(0)
    await rail.getByRole('button', { name: t('welcome.funded') }).click()
    await expect(app.heading).toHaveText(t('platform.title'))
    await expectAccessibleInBoth(page, 'the open books on a wide screen')
  })

  test('a dialog opens in the centre, and nothing moves when it does', async ({ app, page, t }) => {
    await app.open('/pages/Backpack/Backpack')
    await app.loaded()
    const sheet = await app.openMenu()
    await expect(sheet).toBeVisible()
    await expectAccessibleInBoth(page, 'the menu on a wide screen')
    const box = await sheet.boundingBox()
    if (box === null) throw new Error('the dialog has no box')
    expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(12)
    expect(Math.abs(box.y + box.height / 2 - 400)).toBeLessThan(12)
    await page.keyboard.press('Escape')
    await expect(app.sheet(t('shell.menu'))).toBeHidden()
  })
})
