/** Wallets' own browsers, and ways to open one: content security policy, links, instructions. */
import { AnnouncedWallet, BINANCE_CHAIN_ID, WALLET_NAME } from '../fixtures/announced-wallet.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import {
  SCRIPT_POSITIONS,
  type ScriptPosition,
  startAttacker,
  WalletBrowser,
} from '../fixtures/wallet-browser.ts'

for (const position of Object.keys(SCRIPT_POSITIONS) as ScriptPosition[]) {
  test(`a provider that is written into the document ${position} signs in`, async ({
    app,
    chain,
    page,
    t,
  }) => {
    const wallet = await WalletBrowser.open(page, { rpcUrl: chain.url })
    await wallet.rewriteDocuments(position)
    await app.open('/')
    await app.connect.open()
    await app.connect.choose(t('wallet.legacy.name'))
    await app.expectToast(t('wallet.signIn.done'))
  })
}

test('a provider by a script element at the document’s start signs in, refuses, and is left', async ({
  app,
  chain,
  page,
  t,
}) => {
  const { connect } = app
  const wallet = await WalletBrowser.open(page, { rpcUrl: chain.url })
  await wallet.injectAtStart()
  await app.open('/')
  await connect.open()
  wallet.answers.push('accept', 'reject')
  await connect.choose(t('wallet.legacy.name'))
  await expect(connect.note, 'refused without a code').toHaveText(t('wallet.note.walletFailed'))
  await connect.sign()
  await app.expectToast(t('wallet.signIn.done'))
  await app.disconnect()
  await expect.poll(() => page.evaluate("localStorage.getItem('address')")).toBeNull()
  await expect(page.getByRole('banner').getByRole('button', { name: t('shell.connect') })).toBeVisible()
})

test('a wallet that fails to switch without a code is asked to add the network only when its user says so', async ({
  app,
  chain,
  page,
  t,
}) => {
  const { connect } = app
  const wallet = await WalletBrowser.open(page, { rpcUrl: chain.url, chainId: BINANCE_CHAIN_ID })
  await wallet.injectAtStart()
  await app.open('/')
  await connect.open()
  await connect.choose(t('wallet.legacy.name'))
  await connect.networkStep.getByRole('button', { name: /切换到/ }).click()
  await expect(connect.note).toHaveText(t('wallet.note.notSwitched'))
  expect(wallet.prompts.filter((prompt) => prompt.startsWith('wallet_'))).toEqual([
    'wallet_switchEthereumChain: accept',
  ])
  await connect.networkStep.getByRole('button', { name: /在钱包中添加/ }).click()
  await app.expectToast(t('wallet.signIn.done'))
})

test('a provider that comes while the list is open is offered, beside one that announced itself', async ({
  app,
  chain,
  page,
  t,
}) => {
  const { connect } = app
  await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await app.open('/')
  await connect.open()
  await expect(connect.wallet(WALLET_NAME)).toBeVisible()
  await expect(connect.wallet(t('wallet.legacy.name'))).toBeHidden()
  await page.evaluate('void (window.ethereum = { request: async () => [] })')
  await expect(connect.wallet(t('wallet.legacy.name'))).toBeVisible()
  await expect(connect.wallet(WALLET_NAME)).toBeVisible()
})

test('what an attacker puts into the page does not run', async ({ app, complaints, page, product }) => {
  const attacker = await startAttacker()
  const reflected = encodeURIComponent(
    '"><img src=x onerror="window.ran=[1]"><script>window.ran=[1]</script>',
  )
  await page.goto(`${product.url}/?address=${reflected}&x=${reflected}#/pages/dao/dao?value1=${reflected}`)
  await app.loaded()
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(await page.evaluate(attacker.attacks)).toBe('')
  attacker.stop()
  // The policy refused each of them, which the browser logs.
  const refused = complaints.splice(0).filter((line) => /Content Security Policy/i.test(line))
  expect(refused.length).toBeGreaterThan(8)
})

const INVITER = '0x71c7656ec7ab88b098defb751b7401b5f6d89a2f'

test('on a phone each wallet’s link opens this page in it, with the inviter', async ({
  app,
  page,
  product,
  t,
}) => {
  await page.goto(`${product.url}/?address=${INVITER}。#/`)
  await app.connect.open()
  const sheet = app.sheet(t('wallet.connect.title'))
  const url = `${product.url}/?address=${INVITER}#/`
  const encoded = encodeURIComponent(url)
  const hrefs = await sheet
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual([
    `tpdapp://open?params=${encodeURIComponent(`{"url":"${url}","chain":"BSC","source":"Digital Rights"}`)}`,
    `imtokenv2://navigate/DappView?url=${encoded}`,
    `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    `https://link.trustwallet.com/open_url?coin_id=20000714&url=${encoded}`,
    `https://link.metamask.io/dapp/${url.replace('http://', '')}`,
    `https://bkcode.vip?action=dapp&url=${encoded}`,
  ])
  await expectAccessibleInBoth(page, 'wallet apps')
  await sheet.getByRole('button', { name: 'Binance Wallet' }).click()
  await expect(sheet.getByText(t('wallet.guide.binance.step2'))).toBeVisible()
  await sheet.getByRole('button', { name: t('wallet.connect.copyLink') }).click()
  await expectAccessibleInBoth(page, 'opening in Binance Wallet')
})

test.describe('in WeChat', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 MicroMessenger/8.0.49',
  })
  test('it is said how to leave it, and no link to a wallet is shown', async ({ app, page, t }) => {
    await app.open('/')
    await app.connect.open()
    const sheet = app.sheet(t('wallet.connect.title'))
    await expect(sheet.getByText(t('wallet.guide.wechat.title'))).toBeVisible()
    await expect(sheet.getByText(t('wallet.guide.wechat.step2'))).toBeVisible()
    await expect(sheet.getByRole('link')).toHaveCount(0)
    await expectAccessibleInBoth(page, 'in WeChat')
  })
})

test.describe('on a desktop', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36',
    viewport: { width: 1280, height: 800 },
    screen: { width: 1280, height: 800 },
    hasTouch: false,
    isMobile: false,
  })
  test('a code to scan leads to this page', async ({ app, page, t }) => {
    await app.open('/')
    await app.connect.open()
    const sheet = app.sheet(t('wallet.connect.title'))
    await expect(sheet.getByRole('img', { name: t('wallet.open.qr') })).toBeVisible()
    await expect(sheet.getByRole('link')).toHaveCount(0)
    await expectAccessibleInBoth(page, 'a code to scan')
  })
})
