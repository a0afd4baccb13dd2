/** Wallets that send and say no, for every kind of payment beside purchases and deposits: each is paid once. */

import { DAY_SECONDS } from '@dr/protocol/constants'
import type { Page } from '@playwright/test'
import type { Address } from 'viem'
import { AnnouncedWallet, announce, type Fault } from '../fixtures/announced-wallet.ts'
import type { Chain } from '../fixtures/chain.ts'
import { roundWithTime } from '../fixtures/draw.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { collect, enterWithAnnounced } from '../fixtures/journey.ts'
import { depositForNothing, setAllowance } from '../fixtures/own-call.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { anyBlock } from '../fixtures/texts.ts'
import { App } from '../pages/app.ts'
import { Books } from '../pages/books.ts'

const ONE = 10n ** 18n
/** Four machines mine half a DR a day each. */
const DAYS_TO_MINE = 18
const LATER = { timeout: 30_000 }
const LIES = ['refused', 'denied', 'expired', 'null'] as const satisfies readonly Fault[]

interface Payment {
  readonly kind: 'swap' | 'wrap' | 'unwrap' | 'draw' | 'activate' | 'withdraw'
  readonly to: Address
  /** Up to the receipt. */
  readonly begin: () => Promise<void>
  /** Amount that must be paid, or received, once. */
  readonly amount: bigint
  readonly balance: () => Promise<bigint>
}

type Told = Payment & { readonly app: App; readonly wallet: AnnouncedWallet }

const expectOnce = async ({ app, kind, amount, balance }: Told, before: bigint): Promise<void> => {
  await app.transaction.expectFinal(kind)
  await app.transaction.done(kind)
  const moved = (await balance()) - before
  expect(moved < 0n ? -moved : moved).toBe(amount)
}

/** The first call has its steps; every other one is of the same amount, with the approval in place. */
const expectPaidOnce = async (told: Told, lies: readonly Fault[] = LIES): Promise<void> => {
  const { app, wallet, kind, to, begin, balance } = told
  for (const lie of lies)
    await test.step(`${kind}, ${lie}: its transaction is found, and is the success`, async () => {
      const before = await balance()
      await begin()
      wallet.fault = { to, kind: lie }
      await app.transaction.confirm(kind, 1)
      await expectOnce(told, before)
    })
  await test.step(`${kind}: no, and sent while the receipt is shown again: one of both`, async () => {
    const before = await balance()
    await begin()
    wallet.fault = { to, kind: 'later' }
    await app.transaction.confirm(kind, 1)
    await expect(app.transaction.sheet(kind)).toContainText(anyBlock(app.t, 'tx.doubt.refused'), LATER)
    await app.transaction.retry(kind)
    await expect(app.transaction.button(kind, 'tx.confirm')).toBeVisible()
    await wallet.sendHeld()
    await app.transaction.confirm(kind, 1)
    await expectOnce(told, before)
  })
}

/** No; closed, opened again in another tab, and sent by the wallet only then. */
const expectOnceInTabs = async (
  told: Told,
  page: Page,
  begin: (app: App) => Promise<void>,
): Promise<void> => {
  const { app, wallet, kind, to, balance } = told
  const before = await balance()
  await told.begin()
  wallet.fault = { to, kind: 'later' }
  await app.transaction.confirm(kind, 1)
  await expect(app.transaction.sheet(kind)).toContainText(anyBlock(app.t, 'tx.doubt.refused'), LATER)
  const other = await page.context().newPage()
  await announce(other, wallet)
  const second = new App(other, { url: app.url, t: app.t })
  await begin(second)
  await expect(second.transaction.button(kind, 'tx.confirm')).toBeVisible()
  await page.reload()
  await wallet.sendHeld()
  await second.transaction.confirm(kind, 1)
  await expectOnce({ ...told, app: second }, before)
  await other.close()
}

const standing = async (chain: Chain, { account }: AnnouncedWallet): Promise<void> => {
  const { USDR, Exchange, DigitDraw, DigitalRights } = chain.contracts
  const approvals = [
    ['USDT', Exchange],
    ['USDT', USDR],
    ['USDT', DigitalRights],
    ['DR', DigitDraw],
    ['DRGV', DigitalRights],
  ] as const
  for (const [token, spender] of approvals)
    await setAllowance(chain, { account, token, spender, amount: 10n ** 30n })
}

test('swapping, wrapping and unwrapping are paid once, whatever the wallet answers', async ({
  app,
  page,
  chain,
}) => {
  test.setTimeout(400_000)
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await standing(chain, wallet)
  const usdt = (): Promise<bigint> => chain.balanceOf('USDT', wallet.address)
  const { Exchange, USDR } = chain.contracts
  const exchange = async (to: App, get: 'DR' | 'USDR', turned = false): Promise<void> => {
    await to.open('/pages/exchange/exchange')
    if (get === 'USDR') await to.exchange.choose('get', 'USDR')
    if (turned) await to.exchange.turn()
    await to.exchange.amount.fill('20')
    await (get === 'DR' ? to.exchange.getQuote : turned ? to.exchange.unwrap : to.exchange.wrap).click()
  }
  const part = { app, wallet, amount: 20n * ONE, balance: usdt }
  await expectPaidOnce({ ...part, kind: 'swap', to: Exchange, begin: () => exchange(app, 'DR') })
  const wrap = { ...part, kind: 'wrap', to: USDR, begin: () => exchange(app, 'USDR') } as const
  await expectPaidOnce(wrap)
  await test.step('wrapping, in two tabs: one of both', () =>
    expectOnceInTabs(wrap, page, (second) => exchange(second, 'USDR')))
  await expectPaidOnce({ ...part, kind: 'unwrap', to: USDR, begin: () => exchange(app, 'USDR', true) })
})

test('a withdrawal and an entry in the draw are made once, whatever the wallet answers', async ({
  app,
  page,
  chain,
  product,
  t,
}) => {
  test.setTimeout(400_000)
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await standing(chain, wallet)
  const { withdrawalVaults, DigitDraw } = chain.contracts
  await depositForNothing(chain, { account: wallet.account, amount: 900n * ONE })
  const withdraw = async (): Promise<void> => {
    await expect(async () => {
      await app.open('/pages/wthdrawal/wthdrawal')
      await app.withdrawal.chooseAccount(2)
      await expect(app.withdrawal.amount).toBeVisible({ timeout: 2_000 })
    }).toPass(READ_AGAIN)
    await app.withdrawal.amount.fill('60')
    await app.withdrawal.next()
  }
  await expectPaidOnce({
    app,
    wallet,
    kind: 'withdraw',
    to: withdrawalVaults[2],
    begin: withdraw,
    amount: 60n * ONE,
    balance: () => chain.balanceOf('USDT', wallet.address),
  })

  await app.open('/pages/exchange/exchange')
  await app.exchange.amount.fill('500')
  await app.exchange.getQuote.click()
  await app.transaction.confirm('swap', 1)
  await app.transaction.expectFinal('swap')
  await app.transaction.done('swap')
  await roundWithTime(product.url, chain)
  const books = new Books(page, t)
  const enter = async (): Promise<void> => {
    await app.open('/pages/platform/platform')
    await books.choose('rewards')
    const card = books.card(t('game.title'))
    await card.getByRole('button', { name: /^3/ }).click()
    await card.getByLabel(t('game.amount')).fill('5')
    await card.getByRole('button', { name: t('game.enter'), exact: true }).click()
  }
  await expectPaidOnce({
    app,
    wallet,
    kind: 'draw',
    to: DigitDraw,
    begin: enter,
    amount: 5n * ONE,
    balance: () => chain.balanceOf('DR', wallet.address),
  })
})

test('electricity and a withdrawal of mined DR are paid once, whatever the wallet answers', async ({
  app,
  page,
  chain,
}) => {
  test.setTimeout(400_000)
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await standing(chain, wallet)
  const begin = async (): Promise<void> => {
    await app.open('/pages/Backpack/Backpack')
    await app.backpack.activateAll(1)
  }
  const to = chain.contracts.DigitalRights
  const balance = (): Promise<bigint> => chain.balanceOf('DRGV', wallet.address)
  for (const lie of LIES)
    await test.step(`${lie}: its transaction is found, and is the success`, async () => {
      await app.open('/pages/Backpack/Backpack')
      await app.backpack.buy(1)
      await app.transaction.confirm('buy', 1)
      await app.transaction.expectFinal('buy')
      await app.transaction.done('buy')
      const before = await balance()
      await begin()
      wallet.fault = { to, kind: lie }
      await app.transaction.confirm('activate', 1)
      const mining = app.t('moment.mining.title', { count: 1 })
      await expect(app.transaction.sheet('activate').getByText(mining)).toBeVisible(LATER)
      await app.transaction.done('activate')
      expect(before - (await balance())).toBe(6n * ONE)
    })

  await chain.travel(DAYS_TO_MINE * DAY_SECONDS)
  await collect(app, 30)
  const withdraw = async (): Promise<void> => {
    await app.open('/pages/wthdrawal/wthdrawal')
    await app.withdrawal.amount.fill('10')
    await app.withdrawal.next()
  }
  const told = {
    app,
    wallet,
    kind: 'withdraw',
    to: chain.contracts.withdrawalVaults[0],
    begin: withdraw,
    // 5 % of it is burned.
    amount: (10n * ONE * 95n) / 100n,
    balance: () => chain.balanceOf('DR', wallet.address),
  } as const
  await expectPaidOnce(told, ['denied', 'null'])
})

test('a wallet that ignores its nonce makes a deposit twice: that is said, with the other transaction', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { packages, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  wallet.ignoresNonce = true
  await enterWithAnnounced(app, { connected: false })
  await standing(chain, wallet)
  const held = await chain.balanceOf('USDT', wallet.address)
  await packages.order(await packages.subscribe('USDT', 30), { amount: '100', income: 'USDT' })
  wallet.fault = { to: chain.contracts.DigitalRights, kind: 'later' }
  await transaction.confirm('deposit', 1)
  await expect(transaction.sheet('deposit')).toContainText(anyBlock(t, 'tx.doubt.refused'), LATER)
  await transaction.retry('deposit')
  await chain.pause()
  try {
    await transaction.confirm('deposit', 1)
    await transaction.expectWaiting('deposit')
    await wallet.sendHeld()
  } finally {
    await chain.resume()
  }
  await transaction.expectSuccess('deposit')
  const what = [t('tx.title.deposit'), '100 USDT'].join(t('tx.listComma'))
  await expect(transaction.sheet('deposit').getByText(t('tx.found.twice', { what }))).toBeVisible(LATER)
  await expectAccessibleInBoth(page, 'a deposit that was sent twice')
  await app.expectToast(t('tx.toast.twice'))
  expect(await chain.balanceOf('USDT', wallet.address)).toBe(held - 200n * ONE)
})
