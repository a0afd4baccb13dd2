/** Pictures of deeper views and sheets, tab by tab. */
import type { Page } from '@playwright/test'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import type { Chain } from '../fixtures/chain.ts'
import { cutOff } from '../fixtures/cut-off.ts'
import { expect, READ_AGAIN } from '../fixtures/expect.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { depositForNothing } from '../fixtures/own-call.ts'
import type { App } from '../pages/app.ts'
import { Books } from '../pages/books.ts'
import { Security } from '../pages/security.ts'
import { type Look, shoot } from './camera.ts'

/** Base units: 150 USDT. */
const DEPOSIT = 150n * 10n ** 18n
const ACTIVATE_SIGNATURE = '**/api/v1/mining/activate-signature'

/** Account details, a ledger line, a USDT withdrawal up to its receipt, and further parts of the books. */
export const shootAccounts = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
  const { t, withdrawal, transaction } = app
  await app.open('/pages/assets/assets')
  await app.loaded()
  await page.getByRole('main').getByText(t('assets.account.1'), { exact: true }).click()
  await app.sheet(t('assets.account.1')).waitFor()
  await shoot(page, look, 'sheet-account')
  await app.closeSheet(t('assets.account.1'))
  await app.open('/pages/assets/assetsRecord')
  await app.loaded()
  await app.records.lines('dividends.credit').first().click()
  await app.sheet(t('ledger.kind.dividends.credit')).waitFor()
  await shoot(page, look, 'sheet-ledger-line')
  await app.open('/pages/wthdrawal/wthdrawal')
  await withdrawal.chooseAccount(1)
  await withdrawal.amount.fill('12')
  await withdrawal.line(t('withdrawal.burn.wallet')).waitFor()
  await shoot(page, look, 'wthdrawal-usdt')
  await withdrawal.next()
  // The same order in each look: near its end the app waits for it, and requests another.
  await transaction.line('withdraw', t('tx.row.toWallet')).waitFor({ timeout: 150_000 })
  await shoot(page, look, 'sheet-withdraw')
  await transaction.close('withdraw')
  const books = new Books(page, t)
  await app.open('/pages/platform/platform')
  for (const part of ['rewards', 'tokens', 'rules'] as const) {
    await books.choose(part)
    await app.loaded()
    await shoot(page, look, `platform-${part}`)
  }
  await books.choose('reserves')
  await books.card(t('platform.shortfalls')).getByText(t('platform.toppedUp')).scrollIntoViewIfNeeded()
  await shoot(page, look, 'platform-topped-up')
}

/** Input of POD power, pledging, and a closed week. */
export const shootPower = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
  const { power, t } = app
  await app.open('/pages/Backpack/Backpack')
  await app.loaded()
  await power.openWeek()
  await shoot(page, look, 'sheet-week')
  await app.open('/pages/DCP/DCP')
  await app.loaded()
  await power.type('USD', '300')
  await shoot(page, look, 'DCP-typed')
  await power.typePledge('unpledge', '100')
  await shoot(page, look, 'sheet-unpledge')
  await app.closeSheet(t('power.pledge.unpledge'))
}

/** Choice of a token, a quote; a subscription with its funding; positions. */
export const shootMoney = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
  const { exchange, packages, transaction, t } = app
  await app.open('/pages/exchange/exchange')
  await app.loaded()
  await exchange.openTokens('get')
  await shoot(page, look, 'sheet-tokens')
  await app.closeSheet(t('exchange.get'))
  await exchange.amount.fill('120')
  await exchange.range('30d')
  await shoot(page, look, 'exchange-typed')
  await exchange.getQuote.click()
  await transaction.sheet('swap').getByRole('timer').waitFor()
  await shoot(page, look, 'sheet-quote')
  await transaction.close('swap')
  await app.open('/')
  await app.loaded()
  const sheet = await packages.subscribe('USDT', 90)
  await packages.amount(sheet).fill('600')
  await shoot(page, look, 'sheet-subscribe')
  await sheet.getByText(t('packages.funding'), { exact: true }).click()
  await sheet.getByText(t('packages.fundedBy')).first().scrollIntoViewIfNeeded()
  await shoot(page, look, 'sheet-funding')
  await sheet.getByRole('button', { name: t('common.close'), exact: true }).click()
  for (const view of ['offer', 'mine', 'locked', 'deposits'] as const) {
    await packages.open(view)
    await expect(packages.sheet.getByRole('status', { name: t('message.loading') })).toHaveCount(0)
    await shoot(page, look, `sheet-packages-${view}`)
  }
  await packages.close()
}

/** Paused machines, and the receipt of electricity while the server does not answer. */
export const shootRenewal = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
  const { backpack, transaction, t } = app
  await app.open('/pages/Backpack/Backpack')
  await backpack.card('paused').waitFor()
  await app.loaded()
  await shoot(page, look, 'Backpack-paused')
  await page.route(ACTIVATE_SIGNATURE, (route) => route.abort())
  await backpack.renewAll(2)
  await transaction.sheet('activate').getByText(t('tx.renew.note')).waitFor()
  await shoot(page, look, 'sheet-renew')
  await transaction.close('activate')
  // Opened again: stored machines with their state on chain.
  await cutOff(page)
  // Closing a sheet goes back in the history, which can abort a reload at the same time.
  await expect(() => page.reload()).toPass(READ_AGAIN)
  await backpack.card('paused').waitFor()
  await shoot(page, look, 'Backpack-silent')
}

/** A new user's withdrawal of a deposit that came back today, with its limits. */
export const shootRecentDeposit = async (
  { app, page }: { app: App; page: Page },
  look: Look,
  chain: Chain,
): Promise<void> => {
  const { withdrawal, t } = app
  const { account } = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await depositForNothing(chain, { account, amount: DEPOSIT })
  await expect(async () => {
    await app.open('/pages/wthdrawal/wthdrawal')
    await withdrawal.chooseAccount(2)
    await expect(withdrawal.amount).toBeVisible({ timeout: 2_000 })
  }).toPass(READ_AGAIN)
  await withdrawal.amount.fill('120')
  await withdrawal.line(t('withdrawal.limits.recent', { days: 30 })).scrollIntoViewIfNeeded()
  await shoot(page, look, 'wthdrawal-recent')
}

/** The community's other views, a member, a search without result, and the nodes. */
export const shootCommunity = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
  const { community, t } = app
  await app.open('/pages/dao/dao')
  await app.loaded()
  await community.view('members')
  await app.loaded()
  await shoot(page, look, 'dao-members')
  await community.members.first().getByRole('button').click()
  await app.sheet(t('community.member.title')).waitFor()
  await shoot(page, look, 'sheet-member')
  await app.closeSheet(t('community.member.title'))
  await community.searchField.fill('0xabc')
  await page.getByText(t('community.search.noneStart')).waitFor()
  await shoot(page, look, 'dao-search')
  await community.view('all')
  await app.loaded()
  await shoot(page, look, 'dao-all')
  await app.open('/pages/assets/assets')
  await app.loaded()
  await community.openNodes()
  await shoot(page, look, 'sheet-nodes')
  await community.nodesView('weeks')
  await shoot(page, look, 'sheet-nodes-weeks')
  await app.closeSheet(t('assets.nodeRanking'))
}

/** Security, the wallet with its approvals, inviting, notices, DR's source, the calculator. */
export const shootAround = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
  const { home, t } = app
  const main = page.getByRole('main')
  const shootSheet = async (title: string, name: string): Promise<void> => {
    const sheet = app.sheet(title)
    await sheet.waitFor()
    await expect(sheet.getByRole('status', { name: t('message.loading') })).toHaveCount(0)
    await shoot(page, look, name)
    await app.closeSheet(title)
  }
  await app.open('/')
  await app.loaded()
  await home.hero.getByRole('button', { name: t('home.detail.title') }).click()
  await shootSheet(t('home.detail.title'), 'sheet-mining-source')
  await main.getByRole('button', { name: t('home.notices') }).click()
  await shootSheet(t('home.notices'), 'sheet-notices')
  await new Security(page, t).open()
  await shootSheet(t('security.title'), 'sheet-security')
  await app.openWallet()
  await shootSheet(t('wallet.sheet.title'), 'sheet-wallet')
  await app.open('/pages/dao/dao')
  await app.loaded()
  await app.community.hero.getByRole('button', { name: t('home.invite.title') }).click()
  await shootSheet(t('home.invite.title'), 'sheet-invite')
  await app.open('/pages/Backpack/Backpack')
  await app.loaded()
  await main.getByRole('button', { name: t('calculator.title') }).click()
  await shootSheet(t('calculator.title'), 'sheet-calculator')
}
