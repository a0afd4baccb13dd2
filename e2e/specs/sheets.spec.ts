import { enterWithBurner } from '../fixtures/journey.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('the menu and the way in are accessible, in both themes', async ({ app, page, t }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await app.open('/')
    await app.openMenu()
    await expectAccessible(page, `the menu, ${theme}`)
    await app.closeSheet(t('shell.menu'))
    await app.connect.open()
    await expectAccessible(page, `the way in, ${theme}`)
    await app.connect.close()
  }
})

test('what a toast says over an open sheet is seen and heard', async ({ app, page, t }) => {
  await app.open('/')
  const menu = await app.openMenu()
  await menu.getByRole('button', { name: t('shell.menu.invite') }).click()
  // By its role: what an open sheet hides from assistive technology is not found.
  const region = page.getByRole('region', { name: t('shell.toasts') })
  await expect(region).toContainText(t('shell.menu.inviteSignIn'))
  await expect(menu).toBeVisible()
})

test('two toasts stand one below the other', async ({ app, page, t }) => {
  await app.open('/')
  const menu = await app.openMenu()
  const invite = menu.getByRole('button', { name: t('shell.menu.invite') })
  await invite.click()
  await invite.click()
  const toasts = app.toast(t('shell.menu.inviteSignIn'))
  await expect(toasts).toHaveCount(2)
  await expect(async () => {
    const [first, second] = await Promise.all([toasts.nth(0).boundingBox(), toasts.nth(1).boundingBox()])
    if (!first || !second) throw new Error('a toast is gone')
    const [upper, lower] = first.y < second.y ? [first, second] : [second, first]
    expect(upper.y + upper.height).toBeLessThanOrEqual(lower.y)
  }).toPass({ timeout: 1_500 })
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
  await expectAccessible(page, 'choosing a machine')
  await sheet.getByRole('button', { name: t('common.continue') }).click()
  await app.transaction.confirm('buy', 3)
  await expect(app.burner.prompt).toContainText(t('tx.step.nothingYet', { number: 1, total: 3 }))
  await expectAccessible(page, 'the wallet’s question')
  await app.burner.reject('transaction')
  await expect(app.transaction.sheet('buy').getByText(t('message.unsigned'))).toBeVisible()
  await expectAccessible(page, 'the way out')
})
