import { ERROR_TOAST_MS, TOAST_MS } from '@dr/protocol/constants'
import type { Locator, Page } from '@playwright/test'
import { enterWithBurner } from '../fixtures/journey.ts'
import { expect, expectAccessible, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { Books } from '../pages/books.ts'
import { reviewName } from '../pages/pay-button.ts'

/** Longer than the time in which a press beside a sheet counts as the second tap of a double tap (350 ms). */
const DOUBLE_TAP_MS = 400

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the menu and sign-in are accessible, in both themes', async ({ app, page, t }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await app.open('/')
    await app.openMenu()
    await expectAccessible(page, `the menu, ${theme}`)
    await app.closeSheet(t('shell.menu'))
    await app.connect.open()
    await expectAccessible(page, `sign-in, ${theme}`)
    await app.connect.choose(app.burner.name)
    await expect(app.burner.prompt).toContainText(t('wallet.burner.connect'))
    await expectAccessible(page, `the burner wallet’s question, ${theme}`)
    await app.burner.reject('connect')
    await app.connect.close()
  }
})

test('“back” closes what is open over the page, and only then leaves the page', async ({ app, page, t }) => {
  await app.open('/')
  await app.tab('community')
  const menu = await app.openMenu()
  await app.backFromSheet()
  await expect(menu).toBeHidden()
  await expect(app.heading).toHaveText(t('community.title'))
  await app.openMenu()
  await app.expectLayer(true)
  await app.closeSheet(t('shell.menu'))
  await app.expectLayer(false)
  await app.openMenu()
  await menu.getByRole('button', { name: t('shell.menu.transparency') }).click()
  await expect(app.heading).toHaveText(t('platform.title'))
  await page.goBack()
  await expect(app.heading).toHaveText(t('community.title'))
  await page.goBack()
  await expect(app.heading).toHaveText(t('shell.brand'))
})

test('what a toast says over an open sheet is seen and heard', async ({ app, page, t }) => {
  await app.open('/')
  const menu = await app.openMenu()
  await menu.getByRole('button', { name: t('shell.menu.invite') }).click()
  // Found by its role: elements hidden from assistive technology by an open sheet are not.
  const region = page.getByRole('region', { name: t('shell.toasts') })
  await expect(region).toContainText(t('shell.menu.inviteSignIn'))
  await expect(menu).toBeVisible()
})

/** Runs in the page before everything else: disables the timers of toasts (and others of the same length). */
const KEEP_TOASTS = `{
  const start = window.setTimeout
  window.setTimeout = (run, ms, ...rest) => [${TOAST_MS}, ${ERROR_TOAST_MS}].includes(ms) ? 0 : start(run, ms, ...rest)
}`

test('toasts of every kind are accessible, in both themes', async ({ app, page, t }) => {
  await page.addInitScript(KEEP_TOASTS)
  await app.open('/pages/platform/platform')
  await new Books(page, t).choose('tokens')
  const copy = page
    .getByRole('main')
    .getByRole('button', { name: t('common.copy'), exact: true })
    .first()
  await copy.click()
  await expect(app.toast(t('common.copied'))).toBeVisible()
  await page.evaluate(
    'navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false',
  )
  const refused = app.toast(t('common.copyFailed')).first()
  await expect(async () => {
    await copy.click() // a tap within half a second is a double tap
    await expect(refused).toBeVisible({ timeout: 500 })
  }).toPass()
  const menu = await app.openMenu()
  await menu.getByRole('button', { name: t('shell.menu.invite') }).click()
  for (const text of ['common.copied', 'common.copyFailed', 'shell.menu.inviteSignIn'])
    await expect(app.toast(t(text)).first()).toBeVisible()
  await expectAccessibleInBoth(page, 'toasts')
})

test('two toasts are one below the other', async ({ app, page, t }) => {
  await app.open('/')
  const menu = await app.openMenu()
  const invite = menu.getByRole('button', { name: t('shell.menu.invite') })
  const toasts = app.toast(t('shell.menu.inviteSignIn'))
  await expect(async () => {
    await invite.click()
    await invite.click()
    const boxes = await toasts.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    )
    const inOrder = boxes.sort((a, b) => a.top - b.top)
    expect(inOrder.length).toBeGreaterThanOrEqual(2)
    inOrder.reduce((upper, lower) => {
      expect(lower.top).toBeGreaterThanOrEqual(upper.bottom)
      return lower
    })
  }).toPass()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('choosing a machine, confirming it and being asked by the wallet are accessible', async ({
  app,
  page,
  t,
}) => {
  await enterWithBurner(app)
  await app.tab('backpack')
  const sheet = await app.backpack.openBuy()
  await expectAccessibleInBoth(page, 'choosing a machine')
  await sheet.getByRole('button', { name: reviewName(t) }).click()
  await app.transaction.confirm('buy', 4)
  await expect(app.burner.prompt).toContainText(t('tx.step.nothingYet', { number: 1, total: 4 }))
  await expectAccessibleInBoth(page, 'the wallet’s question')
  await app.burner.reject('transaction')
  await expect(app.transaction.sheet('buy').getByText(t('message.unsigned'))).toBeVisible()
  await expectAccessibleInBoth(page, 'the way out')
})

test('the keyboard stays in a sheet, Escape closes it, and the focus goes back', async ({ app, page, t }) => {
  await app.open('/')
  const opener = page.getByRole('banner').getByRole('button', { name: t('shell.menu') })
  await opener.focus()
  await page.keyboard.press('Enter')
  const menu = app.sheet(t('shell.menu'))
  await expect(menu.getByRole('button', { name: t('common.close') })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a touch beside a sheet closes it; what was pressed inside does not', async ({ app, page, t }) => {
  await app.open('/')
  const menu = await app.openMenu()
  const box = await boxOf(menu)
  const beside = { x: box.x + box.width / 2, y: box.y / 2 }
  await page.waitForTimeout(DOUBLE_TAP_MS)
  await page.mouse.move(beside.x, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(beside.x, beside.y)
  await page.mouse.up()
  await page.mouse.click(beside.x, box.y + 8)
  await expect(menu).toHaveAttribute('data-open')
  await page.mouse.click(beside.x, beside.y)
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: t('shell.menu') })).toBeFocused()
  await app.openMenu()
  await expect(menu).toHaveAttribute('data-open')
  await expect(menu.getByRole('button', { name: t('shell.menu.invite') })).toBeVisible()
})

test('a sheet that is drawn down closes; drawn a little, it stays', async ({ app, page }) => {
  await app.open('/')
  const menu = await app.openMenu()
  await drawDown(page, await boxOf(menu), 0.2)
  await expect(menu).toHaveAttribute('data-open')
  await drawDown(page, await boxOf(menu), 0.8)
  await expect(menu).toHaveCount(0)
})

test('of two sheets, Escape closes the one on top', async ({ app, page, t }) => {
  await enterWithBurner(app)
  await app.tab('backpack')
  const sheet = await app.backpack.openBuy()
  await sheet.getByRole('button', { name: reviewName(t) }).click()
  await app.transaction.confirm('buy', 4)
  await expect(app.burner.prompt).toHaveAttribute('data-open')
  // One scrim for both: two would be darker than the scroll bar's place.
  const scrimOf = (sheet: string): Locator => page.locator(`div:has(+ [data-sheet="${sheet}"])`)
  await expect(scrimOf('transaction')).toHaveCSS('opacity', '1')
  await expect(scrimOf('burner-prompt')).toHaveCSS('opacity', '0')
  // The wallet's request is on top: Escape rejects it.
  await page.keyboard.press('Escape')
  await expect(app.burner.prompt).toHaveCount(0)
  await expect(app.transaction.sheet('buy').getByText(t('message.unsigned'))).toBeVisible()
  // Its window was closed: a rejection is not certain.
  await expect(app.transaction.sheet('buy')).toContainText(t('tx.rejected.why'))
  await expect(app.transaction.sheet('buy')).toHaveAttribute('data-open')
  await page.keyboard.press('Escape')
  await expect(app.transaction.sheet('buy')).toHaveCount(0)
})

/** Box of a sheet after its opening animation. */
const boxOf = async (sheet: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  await sheet.evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }: { finished: Promise<unknown> }) => finished)),
  )
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the sheet is not shown')
  return box
}

/** Drags the sheet's handle down slowly by `part` of its height. */
const drawDown = async (
  page: Page,
  box: { x: number; y: number; width: number; height: number },
  part: number,
) => {
  const session = await page.context().newCDPSession(page)
  const x = box.x + box.width / 2
  const touch = (type: string, y: number, seconds: number) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      timestamp: seconds,
    })
  const start = Date.now() / 1_000
  await touch('touchStart', box.y + 10, start)
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', box.y + 10 + (box.height * part * step) / 10, start + step / 2)
  await touch('touchEnd', 0, start + 5.5)
  await session.detach()
}
