/**
 * `npm run screens`: pictures of every screen, in both themes and three languages, of the real app with
 * real data, into `screens/` (not in git); fails if axe finds anything. `--small`: 360×640 instead of
 * 390×844; `--wide`: 1280×800. `--whole`: the whole page, not the viewport.
 */
import { rmSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ROUTES } from '../tools/checks/requirement.ts'
import { AnnouncedWallet, BINANCE_CHAIN_ID, WALLET_NAME } from './fixtures/announced-wallet.ts'
import { openChain } from './fixtures/chain.ts'
import { findChromium, LAUNCH_ARGUMENTS } from './fixtures/chromium.ts'
import { enterWithAnnounced } from './fixtures/journey.ts'
import { operatorKey } from './fixtures/operator-key.ts'
import { type Product, startProduct } from './fixtures/product.ts'
import type { App, Route } from './pages/app.ts'
import { OPERATOR_VIEWS, Operator } from './pages/operator.ts'
import { reviewName } from './pages/pay-button.ts'
import { folder, LOOKS, type Look, open, type StorageState, shoot, violations } from './pictures/camera.ts'
import { live } from './pictures/live.ts'
import {
  shootAccounts,
  shootAround,
  shootCommunity,
  shootMoney,
  shootPower,
  shootRecentDeposit,
  shootRenewal,
} from './pictures/rooms.ts'

const ELECTRICITY_SECONDS = 30 * 86_400

const nameOf = (route: Route): string =>
  route === '/' ? 'home' : route.replace('/pages/', '').replaceAll('/', '-')

/** Storage of an operator's signed-in wallet, which has written a notice. */
const becomeOperator = async (browser: Browser, product: Product): Promise<StorageState> => {
  const { app, page, context } = await open(browser, { locale: 'zh-CN', theme: 'light' }, { product })
  await announceOperator(page, product)
  await enterWithAnnounced(app, { connected: false })
  const operator = new Operator(app)
  await operator.open()
  await operator.publish({ title: 'Maintenance', text: 'Wednesday 02:00–03:00 (UTC)' })
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

/** Sheets with decisions: wallet choice, buying, receipt, steps, menu. */
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
    .getByRole('button', { name: reviewName(t) })
    .waitFor()
  await shoot(page, look, 'sheet-buy')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: reviewName(t) })
    .click()
  await app.backpack.withPower(1).waitFor()
  await shoot(page, look, 'sheet-receipt')
  await transaction.confirm('buy', 2)
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

/**
 * A visitor who connects and registers; then the wallet changes its chain, and the app asks to switch back.
 */
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
  rmSync(folder, { recursive: true, force: true })
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
  // Electricity of the first machines ends.
  const { chainUrl, url, dataDirectory } = product
  const chain = openChain({ url: chainUrl, site: url, dataDirectory })
  await chain.travel(ELECTRICITY_SECONDS)
  for (const look of LOOKS) {
    const user = await open(browser, look, { product, state })
    await shootRenewal(user, look)
    await user.context.close()
    const depositor = await open(browser, look, { product })
    await shootRecentDeposit(depositor, look, chain)
    await depositor.context.close()
  }
  console.log(`Pictures: ${folder}`)
  for (const line of violations) console.log(`axe: ${line}`)
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await browser.close()
  await product.stop()
}
