import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { operatorKey } from '../fixtures/operator-key.ts'
import { depositForNothing } from '../fixtures/own-call.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { App } from '../pages/app.ts'
import { OPERATOR_FORMS, Operator } from '../pages/operator.ts'

const ONE = 10n ** 18n
const NOTICE = { title: '周三维护', text: '周三 02:00–03:00（UTC）维护，链上退出不受影响。' }
const PLACE = '/pages/operator/operator'

/** The wallet has just changed its account, so the session has ended. */
const signIn = async (app: App, { known }: { readonly known: boolean }): Promise<void> => {
  await app.home.signInButton.click()
  if (!known) await app.connect.register()
  await app.expectToast(app.t('wallet.signIn.done'))
}

test('an operator publishes a notice; a limit waits for a second operator; other users may do neither', async ({
  app,
  browser,
  page,
  chain,
  product: { dataDirectory },
  t,
}) => {
  test.setTimeout(300_000)
  const operator = new Operator(app)
  const wallet = await AnnouncedWallet.install(page, {
    rpcUrl: chain.url,
    keys: [
      generatePrivateKey(),
      operatorKey(dataDirectory, 'operator1'),
      operatorKey(dataDirectory, 'operator2'),
    ],
  })
  let depositor = ''
  const row = page.getByRole('main').getByRole('button', { name: t('home.notices') })
  const openOperator = async (): Promise<void> => {
    const menu = await app.openMenu()
    await menu.getByRole('button', { name: t('shell.menu.operator') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('operator.title') })).toBeVisible()
  }

  await test.step('an ordinary user has no menu entry, no page, and gets 10004 from the server', async () => {
    await enterWithAnnounced(app, { connected: false })
    await expect(row).toBeHidden()
    depositor = wallet.account.address
    await depositForNothing(chain, { account: wallet.account, amount: 300n * ONE })
    const menu = await app.openMenu()
    await expect(menu.getByRole('button', { name: t('shell.menu.transparency') })).toBeVisible()
    await expect(menu.getByRole('button', { name: t('shell.menu.operator') })).toHaveCount(0)
    await app.openAddress(PLACE)
    await expect(page.getByText(t('operator.notOne'))).toBeVisible()
    await expectAccessibleInBoth(page, 'the operator’s page for someone else')
    const answer = await page.evaluate<{ code: number }>(
      `fetch('/api/v1/operator/limits', { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })
        .then((response) => response.json())`,
    )
    expect(answer.code).toBe(10004)
  })

  await test.step('an operator writes a notice, and proposes a limit that changes nothing yet', async () => {
    await wallet.choose(1)
    await signIn(app, { known: false })
    await openOperator()
    await operator.main.getByRole('button', { name: t('operator.notice.write') }).click()
    await operator.textArea('operator.notice.text').fill('字'.repeat(200))
    await expect(operator.textArea('operator.notice.text')).toHaveValue('字'.repeat(140))
    await expectAccessibleInBoth(page, 'writing a notice')
    await operator.closeForm()
    await operator.publish(NOTICE)
    await expect(operator.main).toContainText(NOTICE.title)
    await expectAccessibleInBoth(page, 'notices of the operator')
    await operator.view('limits')
    await operator.propose('withdrawal-minimum-usdt', '50', '演练')
    await expect(operator.takeBackButton).toBeVisible()
    await expect(operator.approveButton).toHaveCount(0)
    await expectAccessibleInBoth(page, 'limits of the operator')
    const { data } = await page.evaluate<{ data: { values: Record<string, string> } }>(
      `fetch('/common/value').then((response) => response.json())`,
    )
    expect(data.values.withdrawalMinimumUsdt).toBe(String(10n * ONE))
  })

  await test.step('another operator approves it; who did what is in the log', async () => {
    await wallet.choose(2)
    await signIn(app, { known: false })
    await openOperator()
    for (const view of ['stops', 'products', 'packages', 'books'] as const) {
      await operator.view(view)
      await app.loaded()
      await expectAccessibleInBoth(page, `${view} of the operator`)
    }
    await operator.view('limits')
    await operator.approveButton.click()
    await expect(operator.main).toContainText(t('operator.proposal.approved'))
    await operator.view('log')
    for (const action of ['proposal.approve', 'proposal.propose', 'notice.publish']) {
      await expect(operator.main).toContainText(t(`operator.action.${action}`))
    }
    await expectAccessibleInBoth(page, 'log of the operator')
  })

  await test.step('a user’s account shows what is free of burn: the deposit', async () => {
    await operator.view('books')
    const account = operator.card('operator.account')
    const field = account.getByLabel(t('operator.account.address'))
    await field.fill(depositor.slice(0, -1))
    await expect(account).toContainText(t('operator.account.invalid'))
    await field.fill(privateKeyToAddress(generatePrivateKey()))
    await expect(account).toContainText(t('operator.account.notUser'))
    await field.fill(depositor)
    const ofNode = account.getByRole('listitem').filter({ hasText: `${t('assets.account.2')} · USDT` })
    await expect(ofNode).toContainText(t('operator.account.burnFree', { amount: '300' }))
    const ofMiner = account.getByRole('listitem').filter({ hasText: `${t('assets.account.0')} · DR` })
    await expect(ofMiner).toContainText(t('operator.account.burnFree', { amount: '0' }))
    await expectAccessibleInBoth(page, 'a user’s account of the operator')
  })

  await test.step('every form of an operator is accessible', async () => {
    for (const { view, heading, which } of OPERATOR_FORMS) {
      await operator.view(view)
      await operator.openForm(heading, which)
      await expectAccessibleInBoth(page, `${view} of the operator: ${heading}, ${which}`)
      await operator.closeForm()
    }
    await operator.openBlock(depositor)
    await expectAccessibleInBoth(page, 'block of a user’s account')
    await operator.closeForm()
  })

  await test.step('a visitor reads the notice, on Home and beside the open books', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })
    const visitor = new App(await context.newPage(), { url: app.url, t })
    await visitor.open('/')
    await visitor.page
      .getByRole('main')
      .getByRole('button', { name: t('home.notices') })
      .click()
    const sheet = visitor.sheet(t('home.notices'))
    await sheet.getByRole('button', { name: NOTICE.title }).click()
    await expect(sheet).toContainText(NOTICE.text)
    await expect(sheet.getByText(t('notices.unread'), { exact: true })).toHaveCount(0)
    await visitor.open('/pages/platform/platform')
    await expect(visitor.page.getByRole('main')).toContainText(NOTICE.title)
    await context.close()
  })

  await test.step('the user reads the notice, and sees the limit', async () => {
    await wallet.choose(0)
    await signIn(app, { known: true })
    await expect(row).toContainText(NOTICE.title)
    await expect(row).toContainText(t('home.notices.unread', { count: 1 }))
    await row.click()
    const sheet = app.sheet(t('home.notices'))
    await sheet.getByRole('button', { name: NOTICE.title }).click()
    await expect(sheet).toContainText(NOTICE.text)
    await expect(sheet.getByText(t('notices.unread'), { exact: true })).toHaveCount(0)
    await expectAccessibleInBoth(page, 'a notice')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(row).not.toContainText(t('home.notices.unread', { count: 1 }))

    await expect(async () => {
      await app.open('/pages/wthdrawal/wthdrawal')
      await app.withdrawal.chooseAccount(2)
      await expect(app.withdrawal.amount).toBeVisible({ timeout: 2_000 })
    }).toPass(READ_AGAIN)
    await expect(page.getByRole('main')).toContainText(
      t('withdrawal.minimum', { amount: '50', token: 'USDT' }),
    )
    // All of it was deposited: it does not burn, and has no minimum.
    await app.withdrawal.amount.fill('49')
    await expect(app.withdrawal.nextButton).toBeEnabled()
    await app.openAddress('/pages/platform/platform?value1=rules')
    await expect(page.getByRole('main')).toContainText(t('platform.limit.withdrawal-minimum-usdt'))
    await expect(page.getByRole('main')).toContainText('演练')
  })
})
