import { CALLS } from '@dr/protocol/calls/index'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { registerAnnounced } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { Books } from '../pages/books.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('what opens over a screen, and no journey looks at, is accessible in both themes', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, exchange, home, transaction } = app
  const main = page.getByRole('main')
  /** Checks the open sheet with that title once it has loaded, and closes it. */
  const look = async (title: string): Promise<void> => {
    const sheet = app.sheet(title)
    await expect(sheet).toBeVisible()
    await expect(sheet.getByRole('status', { name: t('message.loading') })).toHaveCount(0)
    await expectAccessibleInBoth(page, title)
    await sheet.getByRole('button', { name: t('common.close'), exact: true }).click()
    await expect(sheet).toBeHidden()
  }
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const inviteLink = `${app.url}/?address=${wallet.account.address.toLowerCase()}#/`
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')

  await test.step('Home: binding and inviting', async () => {
    await registerAnnounced(app)
    await page.getByRole('button', { name: t('home.bind.enter') }).click()
    await look(t('home.bind.title'))
    await page.getByRole('button', { name: t('home.bind.enter') }).click()
    const binding = app.sheet(t('home.bind.title'))
    await binding.getByRole('button', { name: t('home.bind.change'), exact: true }).click()
    await binding.getByLabel(t('home.bind.field')).fill('ZZZZ2222')
    await binding.getByRole('button', { name: t('home.bind.now') }).click()
    await expect(binding.locator('form')).toContainText(t('error.10008')) // not in the toast alone
    await app.expectToast(t('error.10008'))
    await binding.getByLabel(t('home.bind.field')).fill('')
    await binding.getByRole('button', { name: t('home.bind.now') }).click()
    await expect(binding).toContainText(t('home.bind.empty'))
    await app.closeSheet(t('home.bind.title'))
    await home.bind()
    await app.expectToast(t('home.bind.done'))
    await main.getByRole('button', { name: t('home.invite.share'), exact: true }).click()
    await expect(app.sheet(t('home.invite.title'))).toContainText(inviteLink)
    await look(t('home.invite.title'))
  })

  await test.step('the invite link is copied from the menu', async () => {
    const menu = await app.openMenu()
    await menu.getByRole('button', { name: t('shell.menu.invite') }).click()
    await app.expectToast(t('common.copied'))
    await expect.poll(copied).toBe(inviteLink)
    await app.closeSheet(t('shell.menu'))
  })

  await test.step('the invite link is copied from the Backpack', async () => {
    await page.evaluate("navigator.clipboard.writeText('')")
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**${CALLS.dividendPool.path}*`, (route) => held.then(() => route.continue()))
    await app.tab('backpack')
    await expect(main.getByRole('status', { name: t('message.loading') }).first()).toBeVisible()
    answer()
    await expect(async () => {
      await backpack.copyInvite.click() // a tap within half a second of the last one is a double tap
      expect(await copied()).toBe(inviteLink)
    }).toPass()
  })

  await test.step('Backpack: electricity for some of the machines, and for all of them', async () => {
    await app.tab('backpack')
    for (const tile of ['backpack.pool', 'backpack.networkPower', 'backpack.myPower'])
      await expect(main.getByText(t(tile), { exact: true })).toBeVisible()
    const buying = await backpack.openBuy()
    await backpack.expectCountRefused('', t('message.recharge_no'))
    await backpack.expectCountRefused('1.5', t('common.quantity.not-whole'))
    await backpack.expectCountRefused('1e2', t('common.quantity.not-whole'))
    await backpack.expectCountRefused('-1', t('common.quantity.below', { min: '1' }))
    const count = buying.getByRole('textbox', { name: t('backpack.buy.count') })
    const [atMost = ''] = t('common.quantity.above', { max: '|' }).split('|')
    await count.fill('99999')
    await expect(buying).toContainText(atMost)
    await expect(buying.getByRole('table')).toHaveCount(0)
    await expect(count).toHaveValue('99999')
    await count.fill('１２')
    await expect(buying).toContainText('12 × ')
    await expect(buying.getByText(t('whatIf.worst')).last()).toBeInViewport()
    await buying.getByRole('button', { name: t('common.close'), exact: true }).click()
    await backpack.buy(2)
    await transaction.confirm('buy', 3)
    await app.expectToast(t('message.recharge_success'))
    await transaction.expectFinal('buy')
    await transaction.done('buy')
    await backpack
      .card('not-activated')
      .getByRole('button', { name: t('backpack.pick') })
      .click()
    await look(t('backpack.pay.title'))
    await main.getByRole('button', { name: t('backpack.payAll') }).click()
    await look(t('backpack.pay.title'))
  })

  await test.step('Assets: the three accounts', async () => {
    await app.open('/pages/assets/assets')
    for (const account of [0, 1, 2] as const) {
      const row = main.getByRole('button', { name: t(`assets.account.${account}`) })
      await expect(row).toBeVisible()
      await row.click()
      await look(t(`assets.account.${account}`))
    }
  })

  await test.step('Assets: every entry leads where it says; the node ranking has a place for me', async () => {
    for (const [name, route] of [
      ['assets.withdraw', '/pages/wthdrawal/wthdrawal'],
      ['assets.swap', '/pages/exchange/exchange'],
      ['assets.withdrawals', '/pages/wthdrawal/wthdrawalRecord'],
      ['exchange.records', '/pages/exchange/exchangeRecord'],
    ] as const) {
      await app.open('/pages/assets/assets')
      await main.getByRole('button', { name: t(name), exact: true }).click()
      await expect(page).toHaveURL(`${app.url}/#${route}`)
    }
    await app.open('/pages/assets/assets')
    const nodes = await app.community.openNodes()
    await expect(nodes.getByRole('region', { name: t('nodes.mine') })).toContainText(t('nodes.not'))
    await app.closeSheet(t('assets.nodeRanking'))
  })

  await test.step('Exchange: the tokens of both sides', async () => {
    await app.open('/pages/exchange/exchange')
    for (const side of ['give', 'get'] as const) {
      await exchange.openTokens(side)
      await look(t(`exchange.${side}`))
    }
  })

  await test.step('the open books: their other parts, and one change of a rule', async () => {
    const books = new Books(page, t)
    await app.open('/pages/platform/platform')
    for (const part of ['rewards', 'tokens', 'rules'] as const) {
      await books.choose(part)
      await app.loaded()
      await expectAccessibleInBoth(page, `the open books: ${part}`)
    }
    const change = books.card(t('platform.settings')).getByRole('listitem').getByRole('button').first()
    await change.click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText(t('tx.row.transaction'))
    await expectAccessibleInBoth(page, 'a change of a rule')
  })
})
