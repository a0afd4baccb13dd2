/**
 * Wallets that send without reporting it, or report a transaction that they did not send: nothing is paid
 * twice.
 */

import { createRpc } from '@dr/tools/dev/chain/rpc'
import type { Page } from '@playwright/test'
import { numberToHex } from 'viem'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { BatchingWallet } from '../fixtures/batching-wallet.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { setAllowance } from '../fixtures/own-call.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'

const ONE = 10n ** 18n
/** A machine's price in USDT. */
const PRICE = 80n * ONE
const DEPOSIT = 100n * ONE
const LATER = { timeout: 30_000 }
const BLOCKS_BEHIND = 4

test('a machine is bought once, whatever the wallet answers', async ({ app, page, chain, t }) => {
  const { backpack, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const to = chain.contracts.DigitalRights
  await enterWithAnnounced(app, { connected: false })
  await app.tab('backpack')
  let paid = await chain.balanceOf('USDT', wallet.address)
  const expectPaidOnce = async (): Promise<void> => {
    await transaction.expectFinal('buy')
    await transaction.done('buy')
    paid -= PRICE
    expect(await chain.balanceOf('USDT', wallet.address)).toBe(paid)
  }

  await test.step('an error after it was sent: it is looked up, and ends in its receipt', async () => {
    await backpack.buy(1)
    wallet.fault = { to, kind: 'expired' }
    await transaction.confirm('buy', 3)
    await expectPaidOnce()
  })

  await test.step('no block yet: it says that the transaction waits, and there is no "try again"', async () => {
    await backpack.buy(1)
    await chain.pause()
    try {
      wallet.fault = { to, kind: 'expired' }
      await transaction.confirm('buy', 1)
      await expect(transaction.sheet('buy')).toContainText(t('tx.doubt.waiting'), LATER)
      await expect(transaction.button('buy', 'tx.doubt.look')).toBeVisible()
      await expect(transaction.button('buy', 'common.retry')).toBeHidden()
      await expect(transaction.button('buy', 'tx.doubt.sameVoucher')).toBeHidden()
      await expectAccessibleInBoth(page, 'a first attempt that waits for a block')
      // Found again after a reload.
      await page.reload()
      await page.getByRole('button', { name: t('shell.pendingOpen') }).click()
      await expect(transaction.sheet('buy')).toContainText(t('tx.doubt.waiting'), LATER)
    } finally {
      await chain.resume()
    }
    await expectPaidOnce()
  })

  for (const kind of ['mute', 'null', 'unknown', 'refused', 'invalid', 'capitals'] as const)
    await test.step(`${kind}: its transaction is found, and is the success`, async () => {
      await app.open('/pages/Backpack/Backpack')
      await backpack.buy(1)
      wallet.fault = { to, kind }
      await transaction.confirm('buy', 1)
      await expectPaidOnce()
    })

  await test.step('an error, and nothing was sent: the same voucher is signed again', async () => {
    await backpack.buy(1)
    wallet.fault = { to, kind: 'unsent' }
    await transaction.confirm('buy', 1)
    await expect(transaction.button('buy', 'tx.doubt.look')).toBeVisible()
    await expect(transaction.button('buy', 'common.retry')).toBeHidden()
    // Another purchase leads to the open attempt.
    await transaction.close('buy')
    await backpack.buy(1, { power: true })
    await transaction.button('buy', 'tx.doubt.sameVoucher').click()
    await transaction.confirm('buy', 1)
    await expectPaidOnce()
  })
})

test('a deposit is made once, whatever the wallet answers', async ({ app, page, chain, t }) => {
  const { packages, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const to = chain.contracts.DigitalRights
  await enterWithAnnounced(app, { connected: false })
  let held = await chain.balanceOf('USDT', wallet.address)
  const begin = async (): Promise<void> =>
    packages.order(await packages.subscribe('USDT', 30), { amount: '100', income: 'USDT' })
  const expectPaidOnce = async (): Promise<void> => {
    await transaction.expectSuccess('deposit')
    await transaction.done('deposit')
    held -= DEPOSIT
    expect(await chain.balanceOf('USDT', wallet.address)).toBe(held)
  }

  for (const [kind, steps] of [
    ['expired', 2],
    ['mute', 1],
    ['null', 1],
    ['unknown', 1],
    ['refused', 1],
    ['invalid', 1],
    ['capitals', 1],
  ] as const)
    await test.step(`${kind}: its transaction is found, and is the success`, async () => {
      await app.open('/')
      await begin()
      wallet.fault = { to, kind }
      await transaction.confirm('deposit', steps)
      await expectPaidOnce()
    })

  await test.step('replaced in the wallet after an error: the faster one counts', async () => {
    await app.open('/')
    await begin()
    await chain.pause()
    try {
      wallet.fault = { to, kind: 'expired' }
      await transaction.confirm('deposit', 1)
      await expect(transaction.sheet('deposit')).toContainText(t('tx.doubt.waiting'), LATER)
      await wallet.replace('faster')
    } finally {
      await chain.resume()
    }
    await expectPaidOnce()
  })

  await test.step('an error, and nothing was sent: nothing promises a voucher, and it is the user who says so', async () => {
    await begin()
    wallet.fault = { to, kind: 'unsent' }
    await transaction.confirm('deposit', 1)
    await expect(transaction.sheet('deposit')).toContainText(t('tx.doubt.call'))
    await expect(transaction.button('deposit', 'common.retry')).toBeHidden()
    // Also after a reload, by the same order.
    await app.open('/')
    await begin()
    await expect(transaction.sheet('deposit')).toContainText(t('tx.doubt.call'))
    await expectAccessibleInBoth(page, 'a first attempt that was not seen')
    await transaction.button('deposit', 'tx.doubt.notSent').click()
    await transaction.confirm('deposit', 1)
    await expectPaidOnce()
  })
})

test('the same deposit again, before the first is final, is one of its own', async ({ app, page, chain }) => {
  const { packages, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  const held = await chain.balanceOf('USDT', wallet.address)
  const confirm = async (steps: number): Promise<void> => {
    await packages.order(await packages.subscribe('USDT', 30), { amount: '100', income: 'USDT' })
    await transaction.confirm('deposit', steps)
  }
  await confirm(2)
  await transaction.expectSuccess('deposit')
  await transaction.done('deposit')
  await chain.pause()
  try {
    await confirm(1)
    await transaction.expectWaiting('deposit')
    // Mined, but not final without a later block.
    await createRpc(chain.url)('evm_mine', [])
    await transaction.expectSuccess('deposit')
    await transaction.done('deposit')
    await confirm(1)
    await transaction.expectWaiting('deposit')
  } finally {
    await chain.resume()
  }
  await transaction.expectSuccess('deposit')
  await transaction.done('deposit')
  expect(await chain.balanceOf('USDT', wallet.address)).toBe(held - 3n * DEPOSIT)
})

test('a batch is made once: confirmed in words, or answered with nothing', async ({ app, page, chain }) => {
  const { packages, transaction } = app
  const wallet = await BatchingWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  let held = await chain.balanceOf('USDT', wallet.address)
  const deposit = async (): Promise<void> => {
    await packages.order(await packages.subscribe('USDT', 30), { amount: '100', income: 'USDT' })
    await transaction.confirm('deposit', 1)
    await transaction.expectSuccess('deposit')
    await transaction.done('deposit')
    held -= DEPOSIT
    expect(await chain.balanceOf('USDT', wallet.address)).toBe(held)
  }
  wallet.inWords = true
  await deposit()
  // With the first one's approval in place there is nothing to send as a batch.
  const spender = chain.contracts.DigitalRights
  await setAllowance(chain, { account: wallet.account, token: 'USDT', spender, amount: 0n })
  wallet.nameless = true
  await app.open('/')
  await deposit()
  const sent = wallet.prompts.filter((prompt) => /^(eth_sendTransaction|wallet_sendCalls)/.test(prompt))
  expect(sent).toEqual(['wallet_sendCalls: accept', 'wallet_sendCalls: accept'])
})

test('a node that is blocks behind after an approval: it is waited for, and the purchase goes on', async ({
  app,
  page,
  chain,
}) => {
  const { backpack, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  const before = await chain.balanceOf('USDT', wallet.address)
  await app.tab('backpack')
  await backpack.buy(1)
  await expect(transaction.line('buy', app.t('tx.row.toTreasury'))).toContainText('80')
  await readFromBehind(page, chain.url)
  await transaction.confirm('buy', 3)
  await expect(transaction.sheet('buy').getByText(app.t('tx.final'), { exact: true })).toBeVisible(LATER)
  expect(await chain.balanceOf('USDT', wallet.address)).toBe(before - PRICE)
})

interface RpcRequest {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** From here on the page's calls are answered from some blocks ago; receipts and block numbers are of now. */
const readFromBehind = async (page: Page, url: string): Promise<void> => {
  const rpc = createRpc(url)
  await page.route(
    ({ href }) => href.startsWith(url),
    async (route) => {
      const sent = route.request().postDataJSON() as RpcRequest | readonly RpcRequest[] | null
      if (sent === null) return route.continue()
      const block = numberToHex(Number(await rpc('eth_blockNumber', [])) - BLOCKS_BEHIND)
      const older = (one: RpcRequest): RpcRequest =>
        one.method === 'eth_call' ? { ...one, params: [one.params?.[0], block] } : one
      const body = Array.isArray(sent) ? sent.map(older) : older(sent as RpcRequest)
      return route.continue({ postData: JSON.stringify(body) })
    },
  )
}
