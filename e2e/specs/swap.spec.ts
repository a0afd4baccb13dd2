import { maxUint256 } from 'viem'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { enterWithAnnounced, registerAnnounced } from '../fixtures/journey.ts'
import { setAllowance } from '../fixtures/own-call.ts'
import { whileShort } from '../fixtures/shortfall.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { missingName } from '../pages/pay-button.ts'

const ONE = 10n ** 18n
const ROUTE = '/pages/exchange/exchange'

/** Number in "+199.4 DR", as base units. */
const baseUnits = (text: string | null): bigint => {
  const [, whole = '', fraction = ''] = /([\d,]+)(?:\.(\d+))?/.exec(text ?? '') ?? []
  return BigInt(whole.replaceAll(',', '') + fraction.padEnd(18, '0'))
}

test('swapping, and its worst days', async ({ app, page, chain, t }) => {
  const { exchange, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const account = wallet.account.address
  await enterWithAnnounced(app, { connected: false })
  const usdt = (): Promise<bigint> => chain.balanceOf('USDT', account)
  const dr = (): Promise<bigint> => chain.balanceOf('DR', account)
  const before = await usdt()

  await test.step('more than the wallet has is refused before the wallet is asked', async () => {
    await app.open(ROUTE)
    await exchange.amount.fill('10000.5')
    await expect(page.getByText(t('exchange.refusal.balance'))).toBeVisible()
    await expect(exchange.getQuote).toBeHidden()
    const short = t('tx.short.title', { amounts: '0.5 USDT' })
    await expect(page.getByRole('button', { name: `${short} ${t('wallet.faucet.ask')}` })).toBeVisible()
  })

  await test.step('what the faucet does not give: one press opens the address and its code, Back the form', async () => {
    await exchange.turn()
    await exchange.amount.fill('7')
    await page
      .getByRole('button', { name: missingName(t, 'DR', t('tx.short.receive', { token: 'DR' })) })
      .click()
    await app.expectToast(t('error.1015'))
    await expect(app.sheet(t('wallet.receive'))).toContainText(account.toLowerCase())
    await app.backFromSheet()
    await expect(app.sheet(t('wallet.receive'))).toBeHidden()
    await expect(exchange.amount).toHaveValue('7')
    await exchange.turn()
  })

  await test.step('rejected at the approval: nothing left the wallet', async () => {
    await exchange.amount.fill('100')
    await exchange.getQuote.click()
    wallet.answers.push('reject')
    await transaction.confirm('swap', 2)
    await expect(transaction.sheet('swap')).toContainText(t('message.unsigned'))
    await expect(transaction.sheet('swap')).toContainText(t('tx.kept.nothing'))
    expect(await chain.allowance('USDT', account, chain.contracts.Exchange)).toBe(0n)
    await transaction.close('swap')
  })

  await test.step('100 USDT become what the receipt says, to the last base unit shown', async () => {
    await exchange.getQuote.click()
    await expect(transaction.line('swap', t('tx.row.swapFee', { percent: '0.3%' }))).toContainText('0.3 USDT')
    // The quote may be renewed meanwhile, so the amounts are read afterwards.
    await expectAccessibleInBoth(page, 'the receipt of a swap')
    const coming = baseUnits(await transaction.line('swap', t('tx.row.toWallet')).textContent())
    await transaction.confirm('swap', 2)
    await transaction.expectFinal('swap')
    await transaction.done('swap')
    expect(before - (await usdt())).toBe(100n * ONE)
    // Eight decimals are shown, rounded down.
    expect((await dr()) - coming).toBeLessThan(10n ** 10n)
    expect(await dr()).toBeGreaterThanOrEqual(coming)
  })

  await test.step('the records say quantity, price, time and fee', async () => {
    await expect(exchange.newest).toContainText('USDT → DR')
    await expect(exchange.newest).toContainText('−100')
    await expect(exchange.newest).toContainText('0.3')
    await exchange.newest.click()
    await expect(app.sheet('USDT → DR')).toContainText(t('exchange.rate'))
    await expectAccessibleInBoth(page, 'a swap’s record')
    await app.closeSheet('USDT → DR')
  })

  await test.step('a block after the deadline: reverted, reported, and only the fee is lost', async () => {
    await app.open(ROUTE)
    await exchange.amount.fill('50')
    await exchange.getQuote.click()
    const had = await usdt()
    await transaction.confirmTooLate({ chain, kind: 'swap', steps: 1 })
    expect(await usdt()).toBe(had)
  })

  await test.step('closed in the middle and opened again: resumed, and booked once', async () => {
    const had = await usdt()
    await exchange.getQuote.click()
    await transaction.confirmAndReopen({ chain, kind: 'swap', steps: 1 })
    expect(had - (await usdt())).toBe(50n * ONE)
    await app.open('/pages/exchange/exchangeRecord')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  })

  await test.step('other users took the exchange’s stock after the quote: refused before anything is signed', async () => {
    const vault = chain.contracts.Exchange
    const [had, stock] = await Promise.all([usdt(), chain.balanceOf('DR', vault)])
    const promptsBefore = wallet.prompts.length
    await app.open(ROUTE)
    await exchange.amount.fill('50')
    await exchange.getQuote.click()
    await expect(transaction.line('swap', t('tx.row.toWallet'))).toContainText('DR')
    await whileShort(chain, { vault, token: 'DR', amount: stock - ONE }, async () => {
      await transaction.confirm('swap', 1)
      const [words = ''] = t('tx.revert.inventory', { have: '1', need: '§' }).split('§')
      await expect(transaction.sheet('swap')).toContainText(words)
      await expect(transaction.sheet('swap')).toContainText(t('tx.kept.nothing'))
    })
    expect(wallet.prompts).toHaveLength(promptsBefore)
    expect(await usdt()).toBe(had)

    // After its return the same request succeeds.
    await transaction.retry('swap')
    await transaction.confirm('swap', 1)
    await transaction.expectFinal('swap')
    await transaction.done('swap')
    expect(had - (await usdt())).toBe(50n * ONE)
  })
})

test('a quote that no one confirms renews itself, and says how far the price moved', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { exchange, transaction } = app
  await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await page.clock.install()
  await enterWithAnnounced(app, { connected: false })
  await chain.observe(40)
  await app.open(ROUTE)
  await exchange.amount.fill('200')
  await exchange.getQuote.click()
  const line = transaction.line('swap', t('tx.row.toWallet'))
  const first = baseUnits(await line.textContent())
  await expect(transaction.sheet('swap').getByRole('timer')).toBeVisible()

  await chain.pushPrice('DR', 15_000n * ONE)
  await page.clock.fastForward(50_000)
  await expect(transaction.sheet('swap')).toContainText(t('tx.movedFar', { percent: '1%' }), {
    timeout: 30_000,
  })
  await expect(transaction.sheet('swap')).toContainText(t('tx.change.output'))
  const second = baseUnits(await line.textContent())
  expect(second).toBeLessThan(first)
  await expectAccessibleInBoth(page, 'a renewed quote')

  await transaction.confirm('swap', 2)
  await transaction.expectFinal('swap')
  await transaction.done('swap')
  // After a quiet day the averages equal the pool's price again.
  await chain.travel(25 * 3_600)
})

test('USDT and USDR change 1:1 at the token’s own contract, without a fee and without an inviter', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { exchange, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const account = wallet.account.address
  await registerAnnounced(app)
  const before = await chain.balanceOf('USDT', account)
  await app.open(ROUTE)
  await exchange.amount.fill('25')
  await page.getByRole('button', { name: t('exchange.bindFirst') }).click()
  await expect(app.sheet(t('home.bind.title'))).toBeVisible()
  await app.closeSheet(t('home.bind.title'))
  await expect(exchange.amount).toHaveValue('25')
  await exchange.choose('get', 'USDR')
  await expect(page.getByText(t('exchange.direct.note'))).toBeVisible()
  await exchange.amount.fill('25')
  await expectAccessibleInBoth(page, 'wrapping')
  await exchange.wrap.click()
  await expect(transaction.line('wrap', t('tx.row.fee'))).toContainText('BNB')
  await expectAccessibleInBoth(page, 'the receipt of wrapping')
  await transaction.confirm('wrap', 2)
  await transaction.expectFinal('wrap')
  await transaction.done('wrap')
  expect(await chain.balanceOf('USDR', account)).toBe(25n * ONE)
  expect(before - (await chain.balanceOf('USDT', account))).toBe(25n * ONE)

  await exchange.turn()
  await exchange.amount.fill('25')
  await exchange.unwrap.click()
  await expect(transaction.line('unwrap', t('tx.row.fee'))).toContainText('BNB')
  await expectAccessibleInBoth(page, 'the receipt of unwrapping')
  await transaction.confirm('unwrap', 1)
  await transaction.expectFinal('unwrap')
  await transaction.done('unwrap')
  expect(await chain.balanceOf('USDT', account)).toBe(before)

  // Wrapping used up its approval. A remaining approval is listed in the wallet sheet, and revoked there.
  expect(await chain.allowance('USDT', account, chain.contracts.USDR)).toBe(0n)
  await setAllowance(chain, {
    account: wallet.account,
    token: 'USDT',
    spender: chain.contracts.USDR,
    amount: maxUint256,
  })
  await app.open('/')
  const approvals = (await app.openWallet()).getByRole('listitem')
  const approval = approvals.filter({ hasText: t('wallet.allowances.max', { token: 'USDT' }) })
  await expect(approval).toContainText(t('platform.address.USDR'))
  await expectAccessibleInBoth(page, 'the wallet’s sheet')
  await approval.getByRole('button', { name: t('wallet.allowances.revoke') }).click()
  await expect(transaction.line('revoke', t('tx.row.fee'))).toContainText('BNB')
  await expectAccessibleInBoth(page, 'the receipt of taking an approval back')
  await transaction.confirm('revoke', 1)
  await transaction.expectSuccess('revoke')
  await transaction.done('revoke')
  expect(await chain.allowance('USDT', account, chain.contracts.USDR)).toBe(0n)
  await expect((await app.openWallet()).getByText(t('wallet.allowances.none'))).toBeVisible()
})

test('the price chart reads the pool’s own history, in every range', async ({ app, page, t }) => {
  await app.open(ROUTE)
  for (const range of ['24h', '7d', '30d'] as const) {
    await app.exchange.range(range)
    await app.loaded()
    await page.getByText(t('common.table')).click()
    const table = page.getByRole('table', { name: t('exchange.chart.title', { token: 'DR' }) })
    await expect(table.getByRole('row').nth(1)).toContainText(/0\.\d/)
    await expectAccessibleInBoth(page, `the prices of ${range} as a table`)
    await page.getByText(t('common.table')).click()
  }
})
