/**
 * `npm run screens`: every finished screen as a picture, in both themes and three languages, from the real app with real
 * data, into `screens/` (not in git). `--small`: at 360×640 instead of 390×844; `--wide`: at 1280×800. `--whole`: the whole page, not the view.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '@dr/protocol/constants'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ROUTES } from '../scripts/requirement.ts'
import { AnnouncedWallet, BINANCE_CHAIN_ID, WALLET_NAME } from './fixtures/announced-wallet.ts'
import { type Chain, openChain } from './fixtures/chain.ts'
import { findChromium, LAUNCH_ARGUMENTS } from './fixtures/chromium.ts'
import { expect } from './fixtures/expect.ts'
import {
  activateMachines,
  buyMachines,
  buyPodPower,
  collect,
  enterInvited,
  enterWithAnnounced,
  enterWithBurner,
  subscribe,
  swap,
  withdraw,
} from './fixtures/journey.ts'
import { operatorKey } from './fixtures/operator-key.ts'
import { type Product, startProduct } from './fixtures/product.ts'
import { createTexts } from './fixtures/texts.ts'
import { App, type Route } from './pages/app.ts'
import { Books } from './pages/books.ts'
import { OPERATOR_VIEWS, Operator } from './pages/operator.ts'
import { Security } from './pages/security.ts'

const DAY_SECONDS = 86_400
const WEEK_SECONDS = 7 * DAY_SECONDS
/** Base units of USDT that strangers add to the pool of DR on successive days. */
const PUSHES = [4_000n, 9_000n, 2_000n, 7_000n].map((usdt) => usdt * 10n ** 18n)
const small = process.argv.includes('--small')
const whole = process.argv.includes('--whole')
const wide = process.argv.includes('--wide')
const viewport = wide
  ? { width: 1280, height: 800 }
  : small
    ? { width: 360, height: 640 }
    : { width: 390, height: 844 }
/** Of the pictures of this size, below the folder of them all. */
const sizeFolder = wide ? 'wide' : small ? 'small' : ''
const folder = fileURLToPath(new URL('../screens/', import.meta.url))
const LOOKS = (['zh-CN', 'en', 'vi'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).map((theme) => ({ locale, theme })),
)
type Look = (typeof LOOKS)[number]
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const device = wide
  ? { viewport, deviceScaleFactor: 1, isMobile: false, hasTouch: false }
  : { viewport, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const nameOf = (route: Route): string =>
  route === '/' ? 'home' : route.replace('/pages/', '').replaceAll('/', '-')

/** What friends stake, USDT, on successive days: the first two bind the user, the third binds the first. */
const FRIENDS = ['4000', '1250', '2600'] as const

/** Friends who come by invitation, and stake. */
const inviteFriends = async (
  app: App,
  { browser, product, chain }: { browser: Browser; product: Product; chain: Chain },
) => {
  await app.open('/pages/dao/dao')
  const codes = [await app.community.inviteCode()]
  for (const [index, amount] of FRIENDS.entries()) {
    const look = { locale: 'zh-CN', theme: 'light' } as const
    const friend = await open(browser, look, { product })
    await AnnouncedWallet.install(friend.page, { rpcUrl: chain.url })
    await enterInvited(friend.app, codes[index < 2 ? 0 : 1] ?? '')
    const { packages, transaction } = friend.app
    await packages.order(await packages.subscribe('USDT', 30), { amount, income: 'USDT' })
    await transaction.confirm('deposit', 2)
    await transaction.expectFinal('deposit')
    await transaction.done('deposit')
    await friend.app.open('/pages/dao/dao')
    codes.push(await friend.app.community.inviteCode())
    await friend.context.close()
    await chain.travel(DAY_SECONDS)
  }
}

/** Some weeks of a user's life: machines, collects, withdrawals, swaps, packages, POD power and its dividends. */
const live = async (app: App, browser: Browser, product: Product): Promise<void> => {
  const chain = openChain({
    url: product.chainUrl,
    site: product.url,
    dataDirectory: product.dataDirectory,
  })
  await enterWithBurner(app)
  await buyMachines(app, 2, 3)
  await activateMachines(app, 2)
  for (const amount of ['200', '1500.5']) {
    await chain.travel(DAY_SECONDS + 600)
    await collect(app)
    await withdraw(app, amount)
  }
  await buyPodPower(app, '400', 5)
  await swap(app, '300', 2)
  await subscribe(app, { amount: '500', income: 'DR' }, 1)
  // A price that moves, while nobody asks for one; a quiet week follows.
  for (const usdt of PUSHES) {
    await chain.travel(DAY_SECONDS)
    await chain.pushPrice('DR', usdt)
  }
  await chain.travel(WEEK_SECONDS)
  // The purchase's own week is over, and the first that pays on it.
  await chain.travel(WEEK_SECONDS)
  await inviteFriends(app, { browser, product, chain })
  await buyPodPower(app, '150', 2)
  await swap(app, '55.5', 1)
  await subscribe(app, { amount: '200', income: 'USDT' }, 1)
  await buyMachines(app, 3, 1)
  await chain.travel(7_200)
}

const open = async (
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

const shoot = async (page: Page, { locale, theme }: Look, name: string): Promise<void> => {
  const target = join(folder, sizeFolder, `${locale}-${theme}`)
  mkdirSync(target, { recursive: true })
  await page.waitForTimeout(450) // sheets slide for 220 ms
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: whole })
}

/** An account whole, a ledger line, USDT being withdrawn up to its receipt, and the other parts of the books. */
const shootAccounts = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
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
  await transaction.line('withdraw', t('tx.row.toWallet')).waitFor()
  await shoot(page, look, 'sheet-withdraw')
  await transaction.close('withdraw')
  const books = new Books(page, t)
  await app.open('/pages/platform/platform')
  for (const part of ['rewards', 'tokens', 'rules'] as const) {
    await books.choose(part)
    await app.loaded()
    await shoot(page, look, `platform-${part}`)
  }
}

/** POD power being typed, pledging, and a closed week. */
const shootPower = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
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

/** Choosing a token, a quote; filling in a subscription, its funding; my positions. */
const shootMoney = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
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
  await sheet.getByRole('button', { name: t('common.close'), exact: true }).click()
  for (const view of ['offer', 'mine', 'locked', 'deposits'] as const) {
    await packages.open(view)
    await expect(packages.sheet.getByRole('status', { name: t('message.loading') })).toHaveCount(0)
    await shoot(page, look, `sheet-packages-${view}`)
  }
  await packages.close()
}

/** The community's other views, a member, a search without result, and the nodes. */
const shootCommunity = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
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

/** What stands around the money: security, the wallet with its approvals, inviting, notices, where DR comes from, the calculator. */
const shootAround = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
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

/** An operator's wallet, signed in. */
const becomeOperator = async (browser: Browser, product: Product): Promise<StorageState> => {
  const { app, page, context } = await open(browser, { locale: 'zh-CN', theme: 'light' }, { product })
  await announceOperator(page, product)
  await enterWithAnnounced(app, { connected: false })
  const state = await context.storageState()
  await context.close()
  return state
}

const announceOperator = (page: Page, { chainUrl, dataDirectory }: Product) =>
  AnnouncedWallet.install(page, { rpcUrl: chainUrl, keys: [operatorKey(dataDirectory, 'operator1')] })

const shootOperator = async (
  browser: Browser,
  look: Look,
  input: { product: Product; state: StorageState },
): Promise<void> => {
  const { app, page, context } = await open(browser, look, input)
  await announceOperator(page, input.product)
  const operator = new Operator(app)
  await app.open('/')
  await operator.open()
  for (const view of OPERATOR_VIEWS) {
    await operator.view(view)
    await app.loaded()
    await shoot(page, look, `operator-${view}`)
  }
  await context.close()
}

/** The sheets in which a user decides: wallet choice, buying, receipt, steps, menu. */
const shootSheets = async ({ app, page }: { app: App; page: Page }, look: Look): Promise<void> => {
  const { t, transaction } = app
  await app.open('/pages/Backpack/Backpack')
  await app.loaded()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('backpack.buy'), exact: true })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.continue') })
    .waitFor()
  await shoot(page, look, 'sheet-buy')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.continue') })
    .click()
  await transaction
    .sheet('buy')
    .getByRole('button', { name: t('tx.confirm'), exact: true })
    .waitFor()
  await shoot(page, look, 'sheet-receipt')
  await transaction.confirm('buy', 1)
  await app.burner.prompt.waitFor()
  await shoot(page, look, 'sheet-wallet-asks')
  await app.burner.reject('transaction')
  await transaction.sheet('buy').getByText(t('message.unsigned')).waitFor()
  await shoot(page, look, 'sheet-rejected')
  await transaction.close('buy')
  await shootPower({ app, page }, look)
  await shootMoney({ app, page }, look)
  await shootAccounts({ app, page }, look)
  await shootCommunity({ app, page }, look)
  await shootAround({ app, page }, look)
  await app.openMenu()
  await shoot(page, look, 'sheet-menu')
}

/** A visitor who connects and registers; the wallet goes to another chain then, and the app asks for the way back. */
const shootEntering = async (browser: Browser, look: Look, product: Product): Promise<void> => {
  const { app, page, context } = await open(browser, look, { product })
  const { connect } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: product.chainUrl })
  await app.open('/')
  await app.loaded()
  await shoot(page, look, 'visitor-home')
  await connect.open()
  await shoot(page, look, 'visitor-connect')
  await connect.inviter('')
  wallet.answers.push('accept', 'reject')
  await connect.choose(WALLET_NAME)
  await connect.note.filter({ hasText: app.t('wallet.note.rejected') }).waitFor()
  await shoot(page, look, 'sheet-sign-in')
  await connect.sign()
  await connect.registration.waitFor()
  await shoot(page, look, 'sheet-register')
  await connect.register('')
  await app.expectToast(app.t('wallet.signIn.done'))
  await wallet.useChain(BINANCE_CHAIN_ID)
  await connect.networkStep.waitFor()
  await shoot(page, look, 'sheet-network')
  await context.close()
}

const shootAll = async (browser: Browser, look: Look, input: { product: Product; state: StorageState }) => {
  await shootEntering(browser, look, input.product)
  const user = await open(browser, look, input)
  for (const route of ROUTES) {
    if (route === '/pages/index/index') continue
    await user.app.open(route)
    await user.app.loaded()
    await shoot(user.page, look, nameOf(route))
  }
  await shootSheets(user, look)
  await user.context.close()
}

const product = await startProduct()
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
try {
  rmSync(join(folder, sizeFolder), { recursive: true, force: true })
  const first = await open(browser, { locale: 'zh-CN', theme: 'light' }, { product })
  await live(first.app, browser, product)
  const state = await first.context.storageState()
  await first.context.close()
  const operatorState = await becomeOperator(browser, product)
  for (const look of LOOKS) {
    await shootAll(browser, look, { product, state })
    await shootOperator(browser, look, { product, state: operatorState })
    console.log(`${look.locale}, ${look.theme}: done`)
  }
  console.log(`Pictures: ${folder}`)
} finally {
  await browser.close()
  await product.stop()
}
