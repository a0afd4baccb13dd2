import { LOCALES } from '@dr/protocol/constants'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { createTexts } from '../fixtures/texts.ts'

test('each of the seven languages is shown at once, and kept', async ({ app, page, t }) => {
  await app.open('/')
  const menu = await app.openMenu()
  await expect(menu).toContainText(t('shell.version', { version: '1.0.6' }))
  await expect(menu.getByRole('combobox', { name: t('shell.language') })).toBeVisible()
  const select = page.getByRole('dialog').getByRole('combobox') // its name changes with the language
  for (const locale of LOCALES) {
    const texts = createTexts(locale)
    await select.selectOption(locale)
    await expect(page.getByRole('dialog', { name: texts('shell.menu') })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
  }
  const last = createTexts('vi')
  await select.selectOption('vi')
  await expect.poll(() => page.evaluate("localStorage.getItem('locale')")).toBe('vi')
  await page.reload()
  await expect(page.getByRole('link', { name: last('shell.tab.backpack') })).toBeVisible()
})

test('a browser in another of the seven languages is offered it in one tap; a refusal is kept', async ({
  browser,
  product,
}) => {
  const english = createTexts('en')
  const offer = english('shell.offer')
  const open = async (locale: string) => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await page.goto(product.url)
    await expect(page.getByRole('main')).toBeVisible()
    return { context, page }
  }
  const chinese = await open('zh-CN')
  await expect(chinese.page.getByText(offer)).toBeHidden()
  await chinese.context.close()

  const { context, page } = await open('en-GB')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByText(offer)).toBeVisible()
  await expectAccessibleInBoth(page, 'the offer of a language')
  await page.getByRole('button', { name: english('shell.offerUse'), exact: true }).click()
  await expect(html).toHaveAttribute('lang', 'en')
  await expect(page.getByText(offer)).toBeHidden()
  await page.reload()
  await expect(page.getByText(english('welcome.title'))).toBeVisible()
  await context.close()

  const unwilling = await open('en-GB')
  const close = createTexts('zh-CN')('common.close')
  await unwilling.page.getByRole('button', { name: close, exact: true }).click()
  await expect(unwilling.page.getByText(offer)).toBeHidden()
  await unwilling.page.reload()
  await expect(unwilling.page.getByRole('main')).toBeVisible()
  await expect(unwilling.page.getByText(offer)).toBeHidden()
  await expect(unwilling.page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await unwilling.context.close()
})

test('the theme follows the system until one is chosen, and the choice is kept', async ({ app, page, t }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await app.open('/')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  const menu = await app.openMenu()
  await menu.getByText(t('shell.theme.dark'), { exact: true }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('each menu entry opens its page, and back opens Home where there is no history', async ({
  app,
  page,
  t,
}) => {
  for (const [text, route] of [
    ['shell.menu.earnings', '/pages/assets/assetsRecord'],
    ['shell.menu.transparency', '/pages/platform/platform'],
    ['shell.menu.howItWorks', '/pages/platform/platform2'],
    ['shell.menu.team', '/pages/dao/dao'],
  ] as const) {
    await app.open('/')
    const menu = await app.openMenu()
    await menu.getByRole('button', { name: t(text) }).click()
    await expect(page).toHaveURL(`${app.url}/#${route}`)
  }
  await page.goto('about:blank')
  await app.open('/pages/platform/platform')
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('common.back') })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('shell.brand') })).toBeVisible()
})

test('an unknown page says so and links to Home; utm_ parameters are removed from the address', async ({
  app,
  page,
  t,
}) => {
  await page.goto(`${app.url}/?utm_source=test&x=1#/pages/nowhere`)
  await expect(page.getByText(t('shell.notFound'))).toBeVisible()
  await expectAccessibleInBoth(page, 'no such page')
  await expect(page).not.toHaveURL(/utm_/)
})

test('offline is said, also by a page whose code cannot come, which comes once the network is back', async ({
  app,
  page,
  t,
  context,
  complaints,
}) => {
  await app.open('/')
  await app.loaded()
  await context.setOffline(true)
  await expect(page.getByText(t('shell.offline'))).toBeVisible()
  await expectAccessibleInBoth(page, 'Home without a network')
  await app.tab('community')
  await expect(page.getByText(t('shell.pageFailed'))).toBeVisible()
  await expectAccessibleInBoth(page, 'a page without its code')
  await context.setOffline(false)
  await expect(page.getByText(t('shell.offline'))).toBeHidden()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.retry'), exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('community.title') })).toBeVisible()
  const expected = complaints.filter((complaint) => complaint.includes('ERR_INTERNET_DISCONNECTED'))
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !expected.includes(one)))
})

test('a part whose code does not come leaves its page as it is, says so, and comes at the next try', async ({
  app,
  complaints,
  page,
  t,
}) => {
  const sheetCode = /\/calculator-sheet-[^/]*\.js/
  const partCode = /\/draw-parts-[^/]*\.js/
  const failed = page.getByText(t('shell.partFailed'))
  await page.route(sheetCode, (route) => route.abort())
  await page.route(partCode, (route) => route.abort())

  await test.step('a sheet', async () => {
    await app.open('/pages/Backpack/Backpack')
    await page.getByRole('button', { name: t('calculator.title') }).click()
    await expect(failed).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close'), exact: true })
      .click()
    await page.unroute(sheetCode)
    await page.getByRole('button', { name: t('calculator.title') }).click()
    await expect(app.sheet(t('calculator.title')).getByText(t('offer.may'))).toBeVisible()
  })

  await test.step('a part of a page', async () => {
    await app.openAddress('/pages/platform/platform?value1=rewards')
    await expect(failed).toBeVisible()
    await expect(app.heading).toHaveText(t('platform.title'))
    await expectAccessibleInBoth(page, 'a page without one of its parts')
    await page.unroute(partCode)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('common.retry'), exact: true })
      .click()
    await expect(page.getByRole('heading', { name: t('game.title') })).toBeVisible()
  })
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes('ERR_FAILED')))
})
