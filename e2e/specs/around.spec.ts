/** Navigation, watching an address, the calculator, reserves read by the device, opening offline. */
import { activateMachines, buyMachines, enterWithBurner } from '../fixtures/journey.ts'
import { ScriptedUser } from '../fixtures/scripted-user.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'

const ADDRESS = '0x00000000000000000000000000000000000000Aa'
const SHORT = /0x0000…00aa/

const read = async <Data>(site: string, what: string): Promise<Data> => {
  const response = await fetch(`${site}/api/v1/public/${what}`)
  return ((await response.json()) as { readonly data: Data }).data
}
const genesisCode = async (site: string): Promise<string> =>
  (await read<{ genesisInviteCode: string }>(site, 'config')).genesisInviteCode
/** First 12 … last 12 characters (requirement §3). */
const shortenAddress = (address: string): string => `${address.slice(0, 12)}…${address.slice(-12)}`

test('back opens the first page without history, and the previous page with it', async ({ app, page, t }) => {
  await app.open('/pages/platform/platform2')
  const back = page.getByRole('banner').getByRole('button', { name: t('common.back') })
  await back.click()
  await expect(app.heading).toHaveText(t('shell.brand'))
  await app.tab('assets')
  await app.open('/pages/platform/platform')
  await back.click()
  await expect(app.heading).toHaveText(t('assets.title'))
})

test('an unknown path shows a page that says so, and the alias shows the first page', async ({
  app,
  page,
  product,
  t,
}) => {
  await page.goto(`${product.url}/?utm_source=x#/pages/index/index?value1=7`)
  await expect(app.heading).toHaveText(t('shell.brand'))
  await expect(page).toHaveURL(/\/#\/\?value1=7$/)
  await page.goto(`${product.url}/#/pages/nowhere`)
  await expect(page.getByText(t('shell.notFound'))).toBeVisible()
})

test('an address is watched by its link: clearly marked, without a way to sign', async ({
  app,
  page,
  product,
  t,
}) => {
  await page.goto(`${product.url}/?watch=${ADDRESS}#/`)
  await expect(page).toHaveURL(`${product.url}/#/`)
  const sheet = app.sheet(t('watch.title'))
  await expect(sheet.getByText(t('watch.chip'), { exact: true })).toBeVisible()
  await expect(sheet.getByText('DRGV', { exact: true })).toBeVisible()
  await expect(sheet.getByText(t('watch.limits'))).toBeVisible()
  await expectAccessibleInBoth(page, 'watching')
  await app.closeSheet(t('watch.title'))
  const banner = page.getByText(SHORT)
  await app.tab('backpack')
  await expect(banner).toBeVisible()
  // The page's own details are another button.
  await page.getByRole('button', { name: new RegExp(`^${t('common.details')} ${SHORT.source}$`) }).click()
  await sheet.getByRole('button', { name: t('watch.stop') }).click()
  await expect(banner).toBeHidden()
})

test('an invite link names its inviter by code and address wherever one is bound; an unknown one is named as such', async ({
  app,
  page,
  chain,
  product,
  t,
}) => {
  const main = page.getByRole('main')
  const person = await ScriptedUser.enter({ url: product.url, chain })
  const inviter = { address: person.account.address.toLowerCase(), inviteCode: await person.inviteCode() }
  const address = shortenAddress(inviter.address)
  // A truncated address: reported on the first page and beside the field, without another inviter in its
  // place.
  const cut = inviter.address.slice(0, 30)
  await page.goto(`${product.url}/?address=${cut}#/`)
  await expect(main.getByText(t('home.inviter.unreadable'), { exact: true })).toBeVisible()
  await app.connect.open()
  const connecting = app.sheet(t('wallet.connect.title'))
  await expect(connecting).toContainText(t('wallet.register.malformed'))
  await expect(connecting).toContainText(shortenAddress(cut))
  await page.goto(`${product.url}/?address=${inviter.address}#/`)
  const invitation = t('welcome.invited', { name: inviter.inviteCode })
  await expect(main.getByText(invitation, { exact: true })).toBeVisible()
  await expect(main.getByText(address, { exact: true })).toBeVisible()
  await expectAccessibleInBoth(page, 'an invitation')
  await app.connect.open()
  await expect(connecting.getByText(inviter.inviteCode, { exact: true })).toBeVisible()
  await expect(connecting.getByText(address, { exact: true })).toBeVisible()
  await app.connect.close()
  await page.goto(`${product.url}/?address=${ADDRESS}#/`)
  await expect(main.getByText(t('home.inviter.unknown'), { exact: true })).toBeVisible()
  await app.connect.open()
  await expect(connecting.getByText(t('home.inviter.unknown'), { exact: true })).toBeVisible()
  await expectAccessibleInBoth(page, 'an unknown inviter')
  await app.connect.inviter(inviter.inviteCode)
  await expect(connecting.getByText(`${inviter.inviteCode} · ${address}`)).toBeVisible()
  // The project's own link is no personal invitation.
  await page.goto(`${product.url}/?address=${await genesisCode(product.url)}#/`)
  await expect(main.getByText(t('wallet.inviter.own'), { exact: true })).toBeVisible()
})

test('a visitor has no row of notices where there is none', async ({ app, page, t }) => {
  const answered = page.waitForResponse((response) => response.url().includes('/api/v1/public/notices'))
  await app.open('/')
  expect(await (await answered).json()).toMatchObject({ data: { items: [] } })
  await app.loaded()
  await expect(page.getByRole('main').getByRole('button', { name: t('home.notices') })).toHaveCount(0)
})

test('watching is entered from the connect sheet as well; half an address is refused', async ({ app, t }) => {
  await app.open('/')
  await app.connect.open()
  await app.page.getByRole('button', { name: t('watch.enter') }).click()
  const sheet = app.sheet(t('watch.title'))
  const field = sheet.getByLabel(t('watch.field'))
  await field.fill('0x1234')
  await expect(sheet.getByText(t('watch.bad'))).toBeVisible()
  await expectAccessibleInBoth(app.page, 'entering an address to watch')
  await expect(sheet.getByRole('button', { name: t('watch.start') })).toBeDisabled()
  await field.fill(ADDRESS)
  await sheet.getByRole('button', { name: t('watch.start') }).click()
  await expect(sheet.getByText(t('watch.balances'))).toBeVisible()
})

test('platform2 reads the vaults itself; the risks and terms are there', async ({ app, page, t }) => {
  await app.open('/pages/platform/platform2')
  await expect(page.getByText(t('live.title'))).toBeVisible()
  await expect(page.getByText(t('live.notText'))).toBeVisible()
  await expect(page.getByText(t('live.holds')).first()).toBeVisible()
  await expect(page.getByText(t('guide.enforced.exit'))).toBeVisible()
  await expectAccessibleInBoth(page, 'platform2')
})

test('the calculator says that it may never break even', async ({ app, page, t }) => {
  await app.open('/pages/Backpack/Backpack')
  await page.getByRole('button', { name: t('calculator.title') }).click()
  const sheet = app.sheet(t('calculator.title'))
  await expect(sheet.getByText(t('offer.may'))).toBeVisible()
  await expect(sheet.getByRole('heading', { name: t('calculator.assumptions'), exact: true })).toBeVisible()
  await expectAccessibleInBoth(page, 'the calculator')
})

test('a user is reminded once something ends soon, and can save it to a calendar', async ({
  app,
  chain,
  page,
  t,
}) => {
  await enterWithBurner(app)
  await buyMachines(app, 1, 3)
  await activateMachines(app, 1)
  await chain.travel(28 * 86_400)
  await app.open('/')
  await expect(page.getByText(t('reminder.title'))).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(t('reminder.electricity', { count: 1 }))).toBeVisible()
  await expectAccessibleInBoth(page, 'a reminder')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('reminder.calendar') }).click()
  expect((await download).suggestedFilename()).toBe('digital-rights.ics')
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })
  test('the app opens from what it kept, and says that it is offline', async ({
    app,
    complaints,
    context,
    page,
    t,
  }) => {
    await app.open('/')
    const activated = 'navigator.serviceWorker.ready.then(({ active }) => active?.state === "activated")'
    await expect.poll(() => page.evaluate<boolean>(activated)).toBe(true)
    await context.setOffline(true)
    await page.reload()
    await expect(app.heading).toHaveText(t('shell.brand'))
    await expect(page.getByText(t('shell.offline'))).toBeVisible()
    await context.setOffline(false)
    // Every reading fails without a network, as intended.
    complaints.length = 0
  })
})
