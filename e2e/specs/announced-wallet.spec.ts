import { AnnouncedWallet, BINANCE_CHAIN_ID, WALLET_NAME } from '../fixtures/announced-wallet.ts'
import { askFaucet, enterWithAnnounced } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { anyBlock } from '../fixtures/texts.ts'

const ONE = 10n ** 18n

test('the same purchase with a wallet announced by EIP-6963 that rejects, accepts, and is replaced', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, connect, home, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const first = wallet.account.address

  await test.step('the wallet rejects connecting and signing, and can be asked again', async () => {
    await app.open('/')
    await expect(home.connectButton).toBeVisible()
    await connect.open()
    await expect(connect.wallet(app.burner.name)).toBeVisible()
    wallet.silent = true
    await connect.choose(WALLET_NAME)
    const other = page.getByRole('button', { name: t('wallet.connect.other') })
    await expect(other).toBeVisible()
    // Both the sheet and the page below show that the wallet is awaited.
    await expect(page.getByRole('dialog')).toContainText(t('wallet.connect.waiting', { name: WALLET_NAME }))
    await expect(home.connectingButton).toHaveAttribute('aria-busy', 'true')
    await expectAccessibleInBoth(page, 'waiting for the wallet')
    wallet.silent = false
    await other.click()
    await expect(home.connectingButton).toBeHidden()
    wallet.answers.push('reject')
    await connect.choose(WALLET_NAME)
    await expect(connect.note).toHaveText(t('wallet.note.rejected'))
    wallet.answers.push('accept', 'reject')
    await connect.choose(WALLET_NAME)
    await expect(connect.note).toHaveText(t('wallet.note.rejected'))
    await connect.close()
  })
  await enterWithAnnounced(app, { connected: true })

  await test.step('it rejects the approval: nothing left the wallet', async () => {
    await app.tab('backpack')
    await backpack.buy(2)
    wallet.answers.push('reject')
    await transaction.confirm('buy', 3)
    await expect(transaction.sheet('buy')).toContainText(t('message.unsigned'))
    await expect(transaction.sheet('buy')).toContainText(anyBlock(t, 'tx.kept.nothingUpTo'))
    expect(await chain.allowance('USDT', first, chain.contracts.DigitalRights)).toBe(0n)
  })

  await test.step('it approves, signs, and then rejects the purchase: only the approval remains', async () => {
    wallet.answers.push('accept', 'accept', 'reject')
    await transaction.retry('buy')
    await transaction.confirm('buy', 3)
    await expect(transaction.sheet('buy')).toContainText(anyBlock(t, 'tx.doubt.refused'))
    await expect(transaction.sheet('buy')).toContainText(t('tx.doubt.approved'))
    expect(await chain.balanceOf('USDT', first)).toBe(10_000n * ONE)
  })

  await test.step('another account is chosen in between: the session ends, and nothing is bought', async () => {
    await transaction.retry('buy')
    await expect(transaction.line('buy', t('tx.row.toTreasury'))).toContainText('160')
    await wallet.choose(1)
    await app.expectToast(t('wallet.ended.account'))
    await expect(page).toHaveURL(`${app.url}/#/`)
    const kept = await page.evaluate(
      "['token', 'userMsg', 'loginAddress'].map((key) => localStorage.getItem(key))",
    )
    expect(kept).toEqual([null, null, null])
    await expect(transaction.sheet('buy')).toBeHidden()
    expect(await chain.balanceOf('USDT', first)).toBe(10_000n * ONE)
  })

  await test.step('the other account signs in and buys', async () => {
    await enterWithAnnounced(app, { connected: true })
    await app.tab('backpack')
    await backpack.buy(2)
    await transaction.confirm('buy', 3)
    await transaction.expectFinal('buy')
    await transaction.done('buy')
    await expect(backpack.card('not-activated')).toContainText('× 2')
    expect(await chain.balanceOf('USDT', wallet.account.address)).toBe(9_840n * ONE)
  })

  await test.step('the first account returns: its approval remains, what it signed was not used', async () => {
    await wallet.choose(0)
    await app.expectToast(t('wallet.ended.account'))
    await enterWithAnnounced(app, { connected: true, known: true })
    await app.tab('backpack')
    await backpack.buy(2)
    expect(await chain.allowance('DRGV', first, chain.contracts.DigitalRights)).toBe(0n)
    await transaction.confirm('buy', 2)
    await transaction.expectFinal('buy')
    await transaction.done('buy')
    expect(await chain.balanceOf('USDT', first)).toBe(9_840n * ONE)
  })

  await test.step('switched while its wallet says nothing of what it sent: Home says what was paid', async () => {
    await app.tab('backpack')
    await backpack.buy(1)
    wallet.fault = { to: chain.contracts.DigitalRights, kind: 'mute' }
    await transaction.confirm('buy', 1)
    await expect.poll(() => chain.balanceOf('USDT', first)).toBe(9_760n * ONE)
    await wallet.choose(1)
    await app.expectToast(t('wallet.ended.account'))
    const amounts = ['80 USDT', '200 DRGV'].join(t('tx.listComma'))
    await expect(page.getByRole('main')).toContainText(t('tx.stopped.paid', { amounts }))
    await expectAccessibleInBoth(page, 'stopped by another account')
  })
})

test('a wallet on another chain is asked to add ours and to switch; it may refuse', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, connect, home, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url, chainId: BINANCE_CHAIN_ID })
  await app.open('/')
  await connect.open()
  await connect.inviter('')
  await connect.choose(WALLET_NAME)
  await expect(connect.networkStep).toContainText(String(BINANCE_CHAIN_ID))
  await expectAccessibleInBoth(page, 'switching the network')
  const button = connect.networkStep.getByRole('button', { name: /31337|Local|本地|切换到/ })
  wallet.answers.push('reject')
  await button.click()
  await expect(connect.note).toHaveText(t('wallet.note.rejected'))
  // Switching fails, since the chain is unknown; adding and switching succeed; signing is rejected.
  wallet.answers.push('accept', 'accept', 'accept', 'reject')
  await button.click()
  await expect(connect.note).toHaveText(t('wallet.note.rejected'))
  await expect(connect.signIn).toBeVisible()
  await expectAccessibleInBoth(page, 'signing in')
  expect(wallet.prompts).toContain('wallet_addEthereumChain: accept')
  await connect.sign()
  await expect(connect.registration).toBeVisible()
  await expectAccessibleInBoth(page, 'registering')
  await connect.register('')
  await app.expectToast(t('wallet.signIn.done'))
  await askFaucet(app)
  await home.bind()
  await app.expectToast(t('home.bind.done'))

  await test.step('it changed to another chain without an event: noticed before it is asked for anything', async () => {
    await app.tab('backpack')
    await backpack.buy(1)
    await expect(transaction.line('buy', t('tx.row.toTreasury'))).toContainText('80')
    wallet.drift(BINANCE_CHAIN_ID)
    await transaction.confirm('buy', 3)
    await app.expectToast(t('wallet.ended.chain'))
    await expect(transaction.sheet('buy')).toBeHidden()
    expect(wallet.prompts.filter((prompt) => /^eth_(send|signTyped)/.test(prompt))).toEqual([])
    await button.click()
    // A toast that moves with an open sheet is recorded again: later expectations need an empty list.
    app.forgetToasts()
    await home.signInButton.click()
    await app.expectToast(t('wallet.signIn.done'))
  })

  await test.step('switched away later: signed out, asked to switch back, and the banner asks again', async () => {
    app.forgetToasts()
    await wallet.useChain(BINANCE_CHAIN_ID)
    await app.expectToast(t('wallet.ended.chain'))
    await expect(connect.networkStep).toContainText(String(BINANCE_CHAIN_ID))
    await expect(connect.networkStep, 'nothing in it is singled out').toBeFocused()
    await connect.close()
    await expect(page.getByText(t('wallet.network.wrong'))).toBeVisible()
    await expectAccessibleInBoth(page, 'Home on the wrong network')
    await page.getByRole('button', { name: t('wallet.network.switchShort'), exact: true }).click()
    await expect(connect.networkStep).toContainText(String(BINANCE_CHAIN_ID))
    await expectAccessibleInBoth(page, 'switching back')
  })
})

test('a page closed in the middle of a transaction resumes it', async ({ app, page, chain, t }) => {
  const { backpack, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await app.tab('backpack')
  await backpack.buy(1)
  await transaction.confirm('buy', 3)
  await transaction.expectFinal('buy')
  await transaction.done('buy')

  await backpack.activateAll(1)
  await transaction.confirmAndReopen({ chain, kind: 'activate', steps: 1 })
  await expect(page.getByText(t('shell.pending', { count: 1 }))).toBeHidden()
  await app.open('/pages/Backpack/Backpack')
  await expect(backpack.card('producing')).toBeVisible()
  expect(wallet.prompts.filter((prompt) => prompt.startsWith('eth_sendTransaction'))).toHaveLength(3)
})
