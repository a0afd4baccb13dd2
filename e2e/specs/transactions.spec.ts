import { createRpc } from '@dr/tools/dev/chain/rpc'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { BatchingWallet, SharedWallet } from '../fixtures/batching-wallet.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { setAllowance } from '../fixtures/own-call.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { anyBlock } from '../fixtures/texts.ts'
import { PAST_VOUCHER_SECONDS } from '../pages/transaction.ts'

const ONE = 10n ** 18n
/** A machine's price in USDT. */
const PRICE = 80n * ONE
/** The app looks every 1.5 s, and reports after 20 s that the chain shows nothing. */
const LATER = { timeout: 45_000 }

test('approve and buy in one go (EIP-5792), over a page that was closed in between', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, transaction } = app
  const wallet = await BatchingWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await app.tab('backpack')

  await test.step('one step, which says what is approved with it', async () => {
    await backpack.buy(1)
    await transaction.showApprovals('buy')
    await expect(transaction.sheet('buy')).toContainText(t('tx.approval.batchNote'))
    await expectAccessibleInBoth(page, 'a receipt with a batch')
    await transaction.confirm('buy', 1)
    await transaction.expectFinal('buy')
    await transaction.done('buy')
    expect(wallet.prompts.filter((prompt) => prompt.startsWith('wallet_sendCalls'))).toHaveLength(1)
    expect(wallet.prompts.filter((prompt) => prompt.startsWith('eth_sendTransaction'))).toHaveLength(0)
    expect(await chain.balanceOf('USDT', wallet.address)).toBe(10_000n * ONE - PRICE)
  })

  await test.step('the user rejects the batch: nothing is approved, nothing was paid', async () => {
    // The batch's approvals are in force: another contract needs its own.
    await app.open('/pages/exchange/exchange')
    await app.exchange.amount.fill('50')
    await app.exchange.getQuote.click()
    wallet.answers.push('reject')
    await transaction.confirm('swap', 1)
    await expect(transaction.sheet('swap')).toContainText(anyBlock(t, 'tx.doubt.refused'))
    expect(await chain.allowance('USDT', wallet.address, chain.contracts.Exchange)).toBe(0n)
    await transaction.close('swap')
  })

  await test.step('the wallet cannot send a batch: the steps are asked for one by one, and each is listed', async () => {
    wallet.unable = true
    const before = await chain.balanceOf('DR', wallet.address)
    await app.exchange.getQuote.click()
    await transaction.confirm('swap', 1)
    // The error may come after sending: the chain is read, and a press continues.
    await transaction.button('swap', 'tx.doubt.sameVoucher').click()
    await transaction.confirm('swap', 2)
    await expect(transaction.steps).toHaveCount(2)
    await transaction.expectFinal('swap')
    await transaction.done('swap')
    const sent = wallet.prompts.filter((prompt) => prompt.startsWith('eth_sendTransaction'))
    expect(sent).toHaveLength(2)
    expect(await chain.balanceOf('DR', wallet.address)).toBeGreaterThan(before)
    wallet.unable = false
  })

  await test.step('sent after the page was opened again: found by the wallet’s id of the batch', async () => {
    wallet.holdsBack = true
    // The step before approved the maximum: with that in place there is nothing to send as a batch.
    const spender = chain.contracts.Exchange
    await setAllowance(chain, { account: wallet.account, token: 'USDT', spender, amount: 0n })
    const before = await chain.balanceOf('DR', wallet.address)
    await app.open('/pages/exchange/exchange')
    await app.exchange.amount.fill('50')
    await app.exchange.getQuote.click()
    await transaction.confirm('swap', 1)
    await expect(transaction.sheet('swap')).toContainText(t('message.recharging'))
    await page.reload()
    await expect(page.getByText(t('shell.pending', { count: 1 }))).toBeVisible()
    await page.getByRole('button', { name: t('shell.pendingOpen') }).click()
    await expect(transaction.sheet('swap')).toContainText(t('message.recharging'))
    expect(await chain.balanceOf('DR', wallet.address)).toBe(before)
    await wallet.release()
    await transaction.expectFinal('swap')
    await transaction.done('swap')
    expect(await chain.balanceOf('DR', wallet.address)).toBeGreaterThan(before)
    expect(wallet.prompts.filter((prompt) => prompt.startsWith('eth_sendTransaction'))).toHaveLength(2)
  })
})

test('a shared wallet proposes, and its other signers decide when', async ({ app, page, chain, t }) => {
  const { backpack, transaction } = app
  const wallet = await SharedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await app.tab('backpack')
  // The transaction does not identify the machines, so electricity is paid later.
  await backpack.buy(1, { power: true })
  await expect(backpack.withPower(1)).toBeHidden()
  await transaction.showApprovals('buy')
  await expect(transaction.sheet('buy')).not.toContainText(t('tx.approval.permit'))
  await transaction.confirm('buy', 3)
  for (const token of ['USDT', 'DRGV'] as const) {
    await test.step(`the approval of ${token} waits for them`, async () => {
      await expect.poll(() => wallet.proposed, LATER).toBe(1)
      await expect(transaction.sheet('buy')).toContainText(t('tx.wait.cosigners'))
      await wallet.execute()
    })
  }
  await test.step('the purchase too; the page may be closed meanwhile', async () => {
    await expect.poll(() => wallet.proposed, LATER).toBe(1)
    await expect(transaction.sheet('buy')).toContainText(t('tx.wait.cosigners'))
    await expectAccessibleInBoth(page, 'waiting for other signers')
    await page.reload()
    await page.getByRole('button', { name: t('shell.pendingOpen') }).click()
    await expect(transaction.sheet('buy')).toContainText(t('tx.wait.cosigners'))
    await wallet.execute()
    await expect(transaction.sheet('buy')).toContainText(t('message.recharge_success'), LATER)
    expect(await chain.balanceOf('USDT', wallet.address)).toBe(10_000n * ONE - PRICE)
  })
})

test('sped up, cancelled, dropped; a wallet that answers wrongly, or not at all', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const rpc = createRpc(chain.url)
  const usdt = (): Promise<bigint> => chain.balanceOf('USDT', wallet.address)
  await enterWithAnnounced(app, { connected: false })
  await app.tab('backpack')
  await backpack.buy(1)
  await transaction.confirm('buy', 3)
  await transaction.expectFinal('buy')
  await transaction.done('buy')
  const paid = await usdt()

  await test.step('sped up in the wallet: the faster one is followed', async () => {
    await backpack.buy(1)
    await chain.pause()
    try {
      await transaction.confirm('buy', 1)
      await transaction.expectWaiting('buy')
      await transaction.expectSeen(wallet.address)
      await wallet.replace('faster')
    } finally {
      await chain.resume()
    }
    await transaction.expectFinal('buy')
    await transaction.done('buy')
    expect(await usdt()).toBe(paid - PRICE)
  })

  await test.step('cancelled in the wallet: reported, and nothing is bought', async () => {
    await backpack.buy(1)
    await chain.pause()
    try {
      await transaction.confirm('buy', 1)
      await transaction.expectWaiting('buy')
      await transaction.expectSeen(wallet.address)
      await wallet.replace('cancelled')
    } finally {
      await chain.resume()
    }
    await expect(transaction.sheet('buy')).toContainText(t('tx.fail.cancelled'), LATER)
    await expect(transaction.sheet('buy')).toContainText(t('tx.kept.replaced'))
    await transaction.close('buy')
    expect(await usdt()).toBe(paid - PRICE)
  })

  await test.step('dropped by the nodes: the app says that the chain does not know it, until the voucher ends', async () => {
    await backpack.buy(1)
    await chain.pause()
    try {
      await transaction.confirm('buy', 1)
      await transaction.expectWaiting('buy')
      await rpc('anvil_dropAllTransactions', [])
    } finally {
      await chain.resume()
    }
    await expect(transaction.sheet('buy')).toContainText(t('tx.wait.unseen'), LATER)
    await chain.travel(PAST_VOUCHER_SECONDS)
    await expect(transaction.sheet('buy')).toContainText(t('tx.fail.expired'), LATER)
    await transaction.close('buy')
  })

  await test.step('another transaction’s hash: mined, but no success', async () => {
    wallet.fakeHash = await wallet.sendElsewhere()
    await backpack.activateAll(2)
    await transaction.confirm('activate', 1)
    await expect(transaction.sheet('activate')).toContainText(t('tx.doubt.title'))
    await chain.travel(PAST_VOUCHER_SECONDS)
    await expect(transaction.sheet('activate')).toContainText(t('tx.fail.expired'), LATER)
    await transaction.close('activate')
    wallet.fakeHash = null
    await expect(backpack.card('not-activated')).toContainText('× 2')
  })

  await test.step('a reverted transaction in place of the approval: reported, and the wallet is not asked for the swap', async () => {
    await app.open('/pages/exchange/exchange')
    await app.exchange.amount.fill('50')
    await app.exchange.getQuote.click()
    const sent = (): string[] => wallet.prompts.filter((prompt) => prompt.startsWith('eth_sendTransaction'))
    const before = sent().length
    wallet.fakeHash = await wallet.sendRefused(chain.contracts.Exchange)
    await transaction.confirm('swap', 2)
    // Not the requested approval: reported as another transaction.
    await expect(transaction.sheet('swap')).toContainText(t('tx.fail.approvalOther'), LATER)
    await expect(transaction.sheet('swap')).toContainText(t('message.trade_fail'))
    expect(sent().slice(before)).toEqual(['eth_sendTransaction: accept'])
    expect(await chain.allowance('USDT', wallet.address, chain.contracts.Exchange)).toBe(0n)
    await transaction.close('swap')
    wallet.fakeHash = null
    await app.open('/pages/Backpack/Backpack')
  })

  await test.step('no answer from the wallet: the user can stop waiting for it', async () => {
    wallet.silent = true
    await backpack.activateAll(2)
    await transaction.confirm('activate', 1)
    await page.getByRole('button', { name: t('tx.stopWaiting') }).click(LATER)
    await expect(transaction.sheet('activate')).toContainText(t('tx.doubt.title'))
    await expect(transaction.sheet('activate')).toContainText(
      t('tx.doubt.voucher', { time: '|' }).split('|')[0] ?? '',
    )
    await expectAccessibleInBoth(page, 'a wallet that did not answer')
    await transaction.close('activate')
  })
})
