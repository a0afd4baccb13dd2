import { connectedAddress, enterWithWalletConnect } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { WalletConnectWallet } from '../fixtures/walletconnect-wallet.ts'

const ONE = 10n ** 18n

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Time for the phone's message and its acknowledgement between three busy processes. */
const THROUGH_THE_RELAY = { timeout: 60_000 }

test('a phone’s wallet pairs by WalletConnect, signs in, buys, rejects, and ends the session', async ({
  app,
  page,
  chain,
  product,
  t,
}) => {
  const { backpack, connect, transaction } = app
  const wallet = await WalletConnectWallet.start({ rpcUrl: chain.url, relayUrl: product.relayUrl })
  try {
    await test.step('the phone refuses the pairing: reported, and a new code can be requested', async () => {
      await app.open('/')
      await connect.open()
      await connect.choose('WalletConnect')
      await expect(connect.pairingCode).toBeVisible({ timeout: 30_000 })
      await expectAccessibleInBoth(page, 'the pairing code')
      wallet.answers.push('reject')
      await wallet.pair(await connect.pairingLink())
      await expect(connect.note).toHaveText(t('wallet.note.rejected'))
      expect(wallet.paired).toBe(false)
      await connect.close()
    })

    await test.step('paired, signed in, registered and bound', async () => {
      await enterWithWalletConnect(app, wallet)
      expect(wallet.prompts).toEqual(['session: reject', 'session: accept', 'personal_sign: accept'])
    })

    await test.step('it rejects the approval: nothing left the wallet', async () => {
      await app.tab('backpack')
      await backpack.buy(1)
      wallet.answers.push('reject')
      await transaction.confirm('buy', 3)
      await expect(transaction.sheet('buy')).toContainText(t('message.unsigned'))
      await expect(transaction.sheet('buy')).toContainText(t('tx.kept.nothing'))
      expect(await chain.balanceOf('USDT', wallet.address)).toBe(10_000n * ONE)
    })

    await test.step('asked again it agrees to every step, and the machine is bought', async () => {
      await transaction.retry('buy')
      await transaction.confirm('buy', 3)
      await transaction.expectFinal('buy')
      await transaction.done('buy')
      await expect(backpack.card('not-activated')).toBeVisible()
      expect(await chain.balanceOf('USDT', wallet.address)).toBe(9_920n * ONE)
    })

    await test.step('the page is opened again: the pairing is restored without another scan', async () => {
      await page.reload()
      await app.tab('home')
      const pill = page.getByRole('banner').getByRole('button', { name: t('shell.wallet') })
      await expect(pill).toContainText(wallet.address.slice(-4).toLowerCase())
      await app.tab('backpack')
      await backpack.activateAll(1)
      await transaction.confirm('activate', 1)
      await transaction.expectMining(1)
      await transaction.done('activate')
      expect(wallet.prompts.filter((prompt) => prompt.startsWith('session'))).toHaveLength(2)
    })

    await test.step('another account is chosen on the phone: the session ends, and that account signs in', async () => {
      await Promise.all([app.expectToast(t('wallet.ended.account'), THROUGH_THE_RELAY), wallet.choose(1)])
      await app.open('/')
      await app.home.signInButton.click()
      await connect.register()
      await app.expectToast(t('wallet.signIn.done'))
      expect(await connectedAddress(app)).toBe(wallet.address.toLowerCase())
    })

    await test.step('the phone ends the session: signed out here, as when an account changes', async () => {
      // The toast is shown for two seconds, perhaps while the phone still waits for its own answer.
      await Promise.all([app.expectToast(t('wallet.ended.account'), THROUGH_THE_RELAY), wallet.disconnect()])
      await expect(page.getByRole('banner').getByRole('button', { name: t('shell.connect') })).toBeVisible()
    })

    await test.step('disconnected in the app, the pairing ends on the phone too', async () => {
      await enterWithWalletConnect(app, wallet, { known: true })
      await app.disconnect()
      await expect.poll(() => wallet.paired, { timeout: 30_000 }).toBe(false)
    })
  } finally {
    await wallet.stop()
  }
})
