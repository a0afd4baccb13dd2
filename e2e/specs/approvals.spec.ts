/** Approvals that fail, are lost or replaced: it is said what is approved, before and now. */

import type { Page } from '@playwright/test'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { setAllowance } from '../fixtures/own-call.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { anyBlock } from '../fixtures/texts.ts'

const ONE = 10n ** 18n
const LATER = { timeout: 30_000 }

/** The app has read a transaction that waits: by its nonce it knows what takes its place. */
const seenWaiting = (page: Page): Promise<unknown> =>
  page.waitForResponse(
    async (response) =>
      response.request().postData()?.includes('eth_getTransactionByHash') === true &&
      (await response.text()).includes('"nonce"'),
  )

test('an approval that fails, is denied or replaced: it is said what is approved, and goes on', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { packages, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  const { USDT: to, DigitalRights: spender } = chain.contracts
  const sheet = transaction.sheet('deposit')
  const held = await chain.balanceOf('USDT', wallet.address)
  const set = (amount: bigint): Promise<void> =>
    setAllowance(chain, { account: wallet.account, token: 'USDT', spender, amount })
  const same = (amount: string): RegExp =>
    anyBlock((key, values) => t(key, { ...values, token: 'USDT', amount }), 'tx.allowance.same')
  const unlimited = t('tx.allowance.unlimited')
  const changed = (before: string, after: string): string =>
    t('tx.allowance.changed', { token: 'USDT', before, after })

  await packages.order(await packages.subscribe('USDT', 30), { amount: '100', income: 'USDT' })

  await test.step('reverted in its block: nothing is approved, and only the fee is gone', async () => {
    wallet.fault = { to, kind: 'starved' }
    await transaction.confirm('deposit', 2)
    await expect(sheet).toContainText(t('tx.fail.approvalFailed', { token: 'USDT' }), LATER)
    await expect(sheet).toContainText(t('tx.kept.fee'))
    await expect(sheet).toContainText(same('0'))
    await expectAccessibleInBoth(page, 'an approval that reverted')
  })

  await test.step('cancelled in the wallet, with an allowance from before: it is unchanged', async () => {
    await set(7n * ONE)
    await transaction.retry('deposit')
    await chain.pause()
    try {
      const seen = seenWaiting(page)
      await transaction.confirm('deposit', 2)
      await seen
      await wallet.replace('cancelled')
    } finally {
      await chain.resume()
    }
    await expect(sheet).toContainText(t('tx.fail.approvalOther'), LATER)
    await expect(sheet).toContainText(same('7'))
  })

  await test.step('edited to less: the allowance is said, before and now', async () => {
    await transaction.retry('deposit')
    wallet.edits = { to, amount: 3n * ONE }
    await transaction.confirm('deposit', 2)
    const low = { token: 'USDT', have: '3', need: '100' }
    await expect(sheet).toContainText(t('tx.fail.approvalTooLow', low), LATER)
    await expect(sheet).toContainText(changed('7', '3'))
  })

  await test.step('“no”, and sent all the same: the allowance is there', async () => {
    await transaction.retry('deposit')
    wallet.fault = { to, kind: 'refused' }
    await transaction.confirm('deposit', 2)
    await expect(sheet).toContainText(t('message.unsigned'))
    await expect(sheet).toContainText(changed('3', unlimited), LATER)
    await expect(sheet).toContainText(t('tx.kept.sinceApproval'))
  })

  await test.step('with it the deposit is one call', async () => {
    await transaction.retry('deposit')
    await transaction.confirm('deposit', 1)
    await transaction.expectSuccess('deposit')
    await transaction.done('deposit')
    expect(await chain.balanceOf('USDT', wallet.address)).toBe(held - 100n * ONE)
  })
})
