import type { Browser } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import type { Chain } from '../fixtures/chain.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { enterInvited, enterWithAnnounced } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import type { Texts } from '../fixtures/texts.ts'
import { App } from '../pages/app.ts'

const DAY_SECONDS = 86_400
const WEEK_SECONDS = 7 * DAY_SECONDS
/** Length of a typed beginning of an address, which is unique. */
const START_LENGTH = 12

/** Another user in a separate browser, with an invite code. */
const enterInvitedBy = async (
  browser: Browser,
  input: { readonly chain: Chain; readonly url: string; readonly t: Texts; readonly code: string },
): Promise<{ readonly app: App; readonly address: string }> => {
  const page = await (await browser.newContext()).newPage()
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: input.chain.url })
  const app = new App(page, { url: input.url, t: input.t })
  await enterInvited(app, input.code)
  return { app, address: wallet.account.address.toLowerCase() }
}

/** Stakes USDT in the 30-day package, and waits for its booking. */
const stake = async (app: App, amount: string): Promise<void> => {
  const { packages, transaction, t } = app
  await app.open('/')
  await packages.order(await packages.subscribe('USDT', 30), { amount, income: 'USDT' })
  await transaction.confirm('deposit', 2)
  await transaction.expectSuccess('deposit')
  await expect(transaction.sheet('deposit')).toContainText(t('tx.deposit.booked'), READ_AGAIN)
  await transaction.done('deposit')
}

test('a team from no members to two levels: its figures, its members, its days, and nodes', async ({
  app,
  browser,
  chain,
  page,
  product,
  t,
}) => {
  const { community } = app
  await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  // Early in a day of the chain, so that no midnight comes before the check.
  await chain.travel(DAY_SECONDS - ((await chain.now()) % DAY_SECONDS) + 3_600)
  await enterWithAnnounced(app, { connected: false })

  const code = await test.step('without members every place says what to do next', async () => {
    await app.open('/pages/dao/dao')
    await expect(community.hero).toContainText(t('community.directCount', { count: 0 }))
    await expect(community.hero).not.toContainText(t('community.today', { count: 0 }))
    await community.view('members')
    await expect(app.page.getByText(t('community.members.none'))).toBeVisible()
    await expectAccessibleInBoth(page, 'no members')
    await app.open('/pages/dao/add')
    await expect(app.page.getByText(t('community.add.none'))).toBeVisible()
    await expectAccessibleInBoth(page, 'no additions')
    await app.open('/pages/assets/assets')
    const nodes = await community.openNodes()
    await expect(nodes).toContainText(t('nodes.not'))
    await expect(nodes).toContainText(t('nodes.missing.own', { amount: '$1,000' }))
    await expect(nodes).toContainText(t('nodes.missing.direct', { amount: '$10,000' }))
    await expectAccessibleInBoth(page, 'nodes')
    await app.open('/pages/dao/dao')
    return community.inviteCode()
  })

  const { first, second } =
    await test.step('one user binds me, another binds that user, both stake', async () => {
      const invited = await enterInvitedBy(browser, { chain, url: product.url, t, code })
      await invited.app.open('/pages/dao/dao')
      const theirs = await invited.app.community.inviteCode()
      const below = await enterInvitedBy(browser, { chain, url: product.url, t, code: theirs })
      await stake(invited.app, '1000')
      await stake(below.app, '500')
      await below.app.page.context().close()
      await invited.app.page.context().close()
      return { first: invited.address, second: below.address }
    })

  await test.step('my team: two people, one of them direct, and what each has staked', async () => {
    await app.open('/pages/dao/dao')
    await expect(community.figure('staked')).toContainText('1,500', READ_AGAIN)
    await expect(community.figure('members')).toHaveText('2')
    await expect(community.teamBurned).toContainText('$0')
    await expect(community.figure('newToday')).toHaveText('2')
    await expect(community.hero).toContainText(t('community.today', { count: 2 }))
    await expect(community.hero).toContainText(t('community.directCount', { count: 1 }))
    await expect(page.getByText(t('community.level.missing', { level: 1, amount: '$3,500' }))).toBeVisible()
    await expect(page.getByText(t('community.fees.only'))).toBeVisible()
    await expect(page.getByText(t('community.fees.depth'))).toBeVisible()
    await community.scope('direct')
    await expect(community.figure('staked')).toContainText('1,000')
    await expect(community.figure('members')).toHaveText('1')
    await expectAccessibleInBoth(page, 'my team')
  })

  await test.step('a direct member is found by the start of the address, a descendant by the whole, another user not', async () => {
    await community.view('members')
    await expect(community.members).toHaveCount(1)
    await community.searchField.fill(first.slice(0, START_LENGTH))
    await expect(community.members).toHaveCount(1)
    await expect(community.members).toContainText(first.slice(0, START_LENGTH))
    await community.searchField.fill(second.slice(0, START_LENGTH))
    await expect(page.getByText(t('community.search.noneStart'))).toBeVisible()
    await community.searchField.fill(second.toUpperCase())
    await expect(community.members).toContainText(t('community.depth', { count: 2 }))
    await expect(community.members).toContainText(t('community.member.staked', { amount: '$500.00' }))
    const unknown = privateKeyToAddress(generatePrivateKey()).toLowerCase()
    await community.searchField.fill(unknown)
    await expect(page.getByText(t('community.search.none'))).toBeVisible()
    await expect(
      page.getByText(
        t('community.search.nothing', { search: `${unknown.slice(0, 6)}…${unknown.slice(-4)}` }),
      ),
    ).toBeVisible()
    await expect(community.members).toHaveCount(0)
    await community.searchField.fill('0xhello')
    await expect(page.getByText(t('community.search.invalid'))).toBeVisible()
    await expectAccessibleInBoth(page, 'search')
    await community.searchField.fill('')
    await community.members.first().getByRole('button').click()
    await expect(app.sheet(t('community.member.title'))).toContainText('1,000')
    await expectAccessibleInBoth(page, 'a member')
  })

  await test.step('the whole community, and a ranking without a prize', async () => {
    await app.open('/pages/dao/dao')
    await community.view('all')
    await expect(community.totalBurned).toHaveText(/^\$[\d,.]+$/)
    await expect(community.ranking).toContainText(t('community.ranking.rule'))
    const mine = community.ranking.getByRole('listitem').filter({ hasText: t('community.me') })
    await expect(mine).toContainText('1,000')
    await expectAccessibleInBoth(page, 'everybody')
    await community.ranking.getByRole('button', { name: t('community.ranking.before') }).click()
    await expect(community.ranking).not.toContainText(t('community.ranking.open'))
  })

  await test.step('today is among the days', async () => {
    await app.open('/pages/dao/add')
    const today = community.day(t('community.add.today'))
    await expect(today).toContainText(`+${t('community.people', { count: 2 })}`)
    await expect(today).toContainText('1,500')
    await community.scope('direct')
    await expect(today).toContainText(`+${t('community.people', { count: 1 })}`)
    await expect(today).toContainText('1,000')
    await expectAccessibleInBoth(page, 'additions')
  })

  await test.step('progress to a node', async () => {
    await app.open('/pages/assets/assets')
    const nodes = await community.openNodes()
    await expect(nodes).toContainText(t('nodes.missing.direct', { amount: '$9,000' }))
    await expect(nodes).toContainText(t('nodes.missing.own', { amount: '$1,000' }))
    for (const rule of ['minimum', 'once', 'share', 'source'])
      await expect(nodes).toContainText(t(`nodes.rule.${rule}`))
  })

  await test.step('a week closes: its published result is the one on chain', async () => {
    await chain.travel(WEEK_SECONDS)
    await app.open('/pages/assets/assets')
    const nodes = await community.openNodes()
    await community.nodesView('weeks')
    await nodes.locator('summary').first().click()
    await expect(nodes).toContainText(t('nodes.week.carried'))
    const check = nodes.getByRole('button', { name: t('dividend.result.check') })
    await expect(check).toBeVisible(READ_AGAIN)
    await expect(nodes).not.toContainText(t('dividend.result.posting'), READ_AGAIN)
    await check.click()
    await expect(nodes).toContainText(t('dividend.result.holds'))
    await expectAccessibleInBoth(page, 'a closed week of nodes')
  })
})

test('the menu opens Home, my team and my earnings', async ({ app, page, product, t }) => {
  for (const [entry, route] of [
    ['shell.tab.home', '/'],
    ['shell.menu.team', '/pages/dao/dao'],
    ['shell.menu.earnings', '/pages/assets/assetsRecord'],
  ] as const) {
    await app.open('/pages/exchange/exchange')
    const menu = await app.openMenu()
    await menu.getByRole('button', { name: t(entry) }).click()
    await expect(page).toHaveURL(`${product.url}/#${route}`)
  }
})
