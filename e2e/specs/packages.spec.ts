import { parseUnits } from 'viem'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { whileShort } from '../fixtures/shortfall.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import type { Texts } from '../fixtures/texts.ts'
import type { App } from '../pages/app.ts'

const ONE = 10n ** 18n
const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
/** Smallest unit of an offer's figures, which are rounded down. */
const SHOWN_UNIT = 10n ** 12n
/** Smallest unit of the displayed burn: two decimals. */
const CENT = 10n ** 16n

/** First number of a text, in base units. */
const numberOf = (text: string | null): bigint => {
  const [digits] = /\d[\d,]*(\.\d+)?/.exec(text ?? '') ?? []
  if (digits === undefined) throw new Error(`no number in "${text}"`)
  return parseUnits(digits.replaceAll(',', ''), 18)
}

/** Longest part of a text between placeholders. */
const wordsOf = (t: Texts, key: string, names: readonly string[]): string =>
  t(key, Object.fromEntries(names.map((name) => [name, '|'])))
    .split('|')
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest))
    .trim()

/** Figures of the subscription form for an amount of USDT over 30 days; continues to the deposit. */
const promised = async (app: App, order: { amount: string; income: 'USDT' | 'DR' }) => {
  const { packages, t } = app
  const sheet = await packages.subscribe('USDT', 30)
  await packages.chooseIncome(sheet, order.income)
  await packages.amount(sheet).fill(order.amount)
  const read = async (label: string) => packages.line(sheet, label).textContent()
  const figures = {
    income: numberOf(await read(t('packages.row.wholeTerm', { days: 30 }))),
    yearlyPercent: numberOf(await read(t('packages.row.yearly'))),
    net: numberOf(await read(t('packages.row.net'))),
    burn: await read(t('packages.row.burn', { percent: '5%' })),
  }
  await packages.go(sheet).click()
  return figures
}

const deposit = async (app: App, steps: number): Promise<void> => {
  await app.transaction.confirm('deposit', steps)
  await app.transaction.expectFinal('deposit')
  await app.transaction.done('deposit')
}

/** Withdraws everything of a token from the node account. */
const withdrawAll = async (app: App, token: 'USDT' | 'DR', steps: number): Promise<void> => {
  const { transaction, withdrawal } = app
  await app.open('/pages/wthdrawal/wthdrawal')
  await withdrawal.chooseAccount(2)
  await withdrawal.chooseToken(token)
  await withdrawal.everything()
  await withdrawal.next()
  await transaction.confirm('withdraw', steps)
  await transaction.expectFinal('withdraw')
  await transaction.done('withdraw')
}

test('a package from subscribing to maturity, and in again', async ({ app, page, chain, t }) => {
  const { packages, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const account = wallet.account.address
  await enterWithAnnounced(app, { connected: false })
  const usdt = (): Promise<bigint> => chain.balanceOf('USDT', account)
  const before = await usdt()

  await test.step('Home says which income is too little to be withdrawn', async () => {
    const [said = ''] = t('home.packages.exit', { token: 'DR', minimum: '|' }).split('|')
    await expect(page.getByRole('main').getByText(said).first()).toBeVisible()
  })

  await test.step('below the minimum or in fractions it is refused on the spot; above the wallet the button says what is missing', async () => {
    const sheet = await packages.subscribe('USDT', 30)
    await expectAccessibleInBoth(page, 'subscribing')
    await packages.go(sheet).click()
    await expect(sheet).toContainText(t('message.recharge_no'))
    await expect(packages.amount(sheet)).toBeFocused()
    await packages.amount(sheet).fill('99')
    await expect(sheet).toContainText(t('home.packages.minimum', { amount: '100', token: 'USDT' }))
    await packages.amount(sheet).fill('100.5')
    await expect(sheet).toContainText(t('error.1016'))
    await packages.amount(sheet).fill('20000')
    const short = t('tx.short.title', { amounts: '10,000 USDT' })
    await expect(sheet.getByRole('button', { name: `${short} ${t('wallet.faucet.ask')}` })).toBeVisible()
    await expect(packages.go(sheet)).toBeHidden()
  })

  await test.step('rejected in the wallet: nothing left it', async () => {
    const sheet = packages.subscription('USDT', 30)
    await packages.order(sheet, { amount: '1000', income: 'USDT' })
    wallet.answers.push('reject')
    await transaction.confirm('deposit', 2)
    await expect(transaction.sheet('deposit')).toContainText(t('tx.kept.nothing'))
    expect(await usdt()).toBe(before)
  })

  await test.step('approve and deposit 1,000 USDT: booked, with the income of the whole term fixed', async () => {
    await transaction.retry('deposit')
    await expect(transaction.line('deposit', t('tx.row.income'))).toContainText('3.945205')
    await expect(transaction.line('deposit', t('packages.row.yearly'))).toContainText('4.8%')
    await expect(transaction.line('deposit', t('packages.row.net'))).toContainText('+3.747945')
    await expect(transaction.line('deposit', t('packages.row.funded'))).toHaveText(/^\d{4}/)
    await expect(transaction.line('deposit', t('packages.row.left'))).toContainText('USDT')
    await expect(transaction.sheet('deposit')).toContainText(t('packages.riskShort'))
    await expectAccessibleInBoth(page, 'the receipt of a deposit')
    await transaction.confirm('deposit', 2)
    await transaction.expectSuccess('deposit')
    await app.expectToast(t('message.recharge_success'))
    await expect(transaction.sheet('deposit')).toContainText(t('tx.deposit.booked'), READ_AGAIN)
    const begun = t('moment.package.earns', { amount: '3.94 USDT' })
    await expect(transaction.sheet('deposit')).toContainText(begun, READ_AGAIN)
    await expectAccessibleInBoth(page, 'a booked deposit')
    await transaction.done('deposit')
    expect(before - (await usdt())).toBe(1_000n * ONE)
  })

  await test.step('it is locked until maturity, and its deposit is on record', async () => {
    await packages.open('offer')
    await expect(packages.newest).toContainText('USDT')
    await expectAccessibleInBoth(page, 'what is offered')
    await packages.open('mine')
    await expect(packages.newest).toContainText('1,000')
    await expect(packages.newest).toContainText(t('packages.state.accruing'))
    await packages.open('locked')
    await expect(packages.newest).toContainText(t('packages.lock.package'))
    await expectAccessibleInBoth(page, 'what is locked')
    await packages.open('deposits')
    await expect(packages.newest).toContainText(t('packages.deposit.position'))
    await expectAccessibleInBoth(page, 'deposits')
    await packages.close()
  })

  await test.step('it has its own line in the portfolio, with what it is worth', async () => {
    await app.open('/pages/assets/assets')
    const line = page.getByRole('main').getByRole('button', { name: t('assets.package', { token: 'USDT' }) })
    await expect(line).toContainText('$1,000.00')
    await line.click()
    await expect(packages.sheet).toContainText(t('packages.state.accruing'))
    await packages.close()
    await app.open('/')
  })

  await test.step('two days later two days of income have accrued, and are in the account at maturity', async () => {
    await chain.travel(2 * DAY_SECONDS)
    await app.open('/')
    await packages.open('mine')
    await expect(packages.newest).toContainText(/\+0\.263013\s*USDT/, READ_AGAIN)
    await expectAccessibleInBoth(page, 'positions')
    await packages.close()
    await app.open('/pages/assets/assets')
    const accruing = t('assets.part.accruing.amount', { amount: '0.263 USDT' })
    await expect(page.getByRole('main')).toContainText(accruing)
  })

  await test.step('at maturity principal and income are reinvested without a transaction', async () => {
    await chain.travel(29 * DAY_SECONDS)
    await app.open('/')
    await packages.open('mine')
    await expect(packages.newest).toContainText(t('packages.state.matured'), READ_AGAIN)
    await expect(packages.sheet).toContainText('1,003.945205 USDT', READ_AGAIN)
    await packages.sheet.getByRole('button', { name: t('packages.reinvest'), exact: true }).click()
    const sheet = app.sheet(t('packages.reinvest'))
    await packages.amount(sheet).fill('')
    await sheet.getByRole('button', { name: t('packages.reinvestNow') }).click()
    await expect(sheet).toContainText(t('message.recharge_no'))
    await expect(packages.amount(sheet)).toBeFocused()
    await packages.amount(sheet).fill('1003')
    // 3.945205 of 1,003.945205 USDT were earned.
    const burned = packages.line(sheet, t('packages.row.earnedBurn', { percent: '5%' }))
    await expect(burned).toContainText('0.19726')
    await expectAccessibleInBoth(page, 'reinvesting')
    await sheet.getByRole('button', { name: t('packages.reinvestNow') }).click()
    await app.expectToast(t('packages.reinvested'))
    await expect(packages.newest).toContainText('1,003')
    await expect(packages.newest).toContainText(t('packages.state.accruing'))
    expect(before - (await usdt())).toBe(1_000n * ONE)
  })
})

test('a deposit that its block refuses costs the fee alone; a page closed meanwhile finds it booked', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { packages, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  const deposit = async (steps: number): Promise<void> => {
    const sheet = await packages.subscribe('USDT', 30)
    await packages.order(sheet, { amount: '100', income: 'DR' })
    await transaction.confirm('deposit', steps)
  }
  await deposit(2)
  await transaction.expectFinal('deposit')
  await transaction.done('deposit')

  // The wallet's money is gone before the block: reverted and reported, without another loss.
  const held = await chain.balanceOf('USDT', wallet.account.address)
  await chain.pause()
  await deposit(1)
  await transaction.expectWaiting('deposit')
  await whileShort(chain, { vault: wallet.account.address, amount: held }, async () => {
    await chain.resume()
    await expect(transaction.sheet('deposit')).toContainText(t('message.trade_fail'), { timeout: 30_000 })
  })
  await expect(transaction.sheet('deposit')).toContainText(t('tx.kept.fee'))
  await transaction.close('deposit')
  expect(await chain.balanceOf('USDT', wallet.account.address)).toBe(held)

  await chain.pause()
  try {
    await deposit(1)
    await transaction.expectWaiting('deposit')
    await page.reload()
    await expect(page.getByText(t('shell.pending', { count: 1 }))).toBeVisible()
  } finally {
    await chain.resume()
  }
  await app.expectToast(t('tx.deposit.booked'), READ_AGAIN)
  await packages.open('mine')
  await expect(packages.sheet.getByRole('listitem').filter({ hasText: /100\s*USDT/ })).toHaveCount(2)
})

test('a deposit that fits nothing any more comes back in full', async ({ app, page, chain, t }) => {
  const { exchange, packages, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })

  await test.step('1,000 DR, swapped for', async () => {
    await app.open('/pages/exchange/exchange')
    await exchange.amount.fill('600')
    await exchange.getQuote.click()
    await transaction.confirm('swap', 2)
    await transaction.expectFinal('swap')
    await transaction.done('swap')
    expect(await chain.balanceOf('DR', wallet.account.address)).toBeGreaterThan(1_000n * ONE)
  })

  await test.step('asked for while the package is open, deposited when it is closed', async () => {
    const secondOfDay = (await chain.now()) % DAY_SECONDS
    const until21 = (21 * HOUR_SECONDS - secondOfDay + DAY_SECONDS) % DAY_SECONDS
    await chain.travel(until21)
    await app.open('/')
    await packages.open('offer')
    const sheet = await packages.subscribe('DR', 30)
    await packages.order(sheet, { amount: '1000', income: 'DR' })
    await expect(transaction.line('deposit', t('tx.row.principalBack'))).toContainText('1,000')
    await chain.travel(90 * 60)
    await transaction.confirm('deposit', 2)
    await transaction.expectSuccess('deposit')
    await expect(transaction.sheet('deposit')).toContainText(t('tx.deposit.returned'), READ_AGAIN)
    await expect(transaction.sheet('deposit')).toContainText(t('error.1040'))
    await expectAccessibleInBoth(page, 'a returned deposit')
    await transaction.done('deposit')
  })

  await test.step('it is on record with the reason, and in the node account', async () => {
    await packages.open('deposits')
    await expect(packages.newest).toContainText(t('packages.deposit.returned'))
    await expect(packages.newest).toContainText(t('error.1040'))
    await packages.close()
    await app.open('/pages/assets/assetsRecord')
    await expect(app.records.lines('package.credit').first()).toContainText('1,000')
  })
})

test('from the offer to withdrawing everything: the chain pays what the screen said', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { packages } = app
  // After a quiet day the averages equal the pool's price.
  await chain.travel(25 * HOUR_SECONDS)
  const { account } = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  const usdt = (): Promise<bigint> => chain.balanceOf('USDT', account.address)
  const dr = (): Promise<bigint> => chain.balanceOf('DR', account.address)
  const before = await usdt()
  expect(await dr()).toBe(0n)

  await test.step('an income that is too small to be withdrawn alone is said, beside the offer and in the form', async () => {
    const names = ['token', 'minimum', 'principal', 'principalToken', 'amount']
    await packages.open('offer')
    await expect(packages.sheet).toContainText(wordsOf(t, 'packages.exit.offer', names))
    await expectAccessibleInBoth(page, 'offers whose income may be too small')
    await packages.close()
    const sheet = await packages.subscribe('USDT', 30)
    await packages.chooseIncome(sheet, 'DR')
    await packages.amount(sheet).fill('500')
    const words = wordsOf(t, 'packages.exit.form', names)
    await expect(sheet).toContainText(words)
    await expectAccessibleInBoth(page, 'an income that is too small')
    await packages.amount(sheet).fill('5000')
    await expect(sheet).not.toContainText(words)
    await packages.chooseIncome(sheet, 'USDT')
    await packages.amount(sheet).fill('1000')
    await expect(sheet).not.toContainText(words)
    await app.backFromSheet()
    await expect(sheet).toBeHidden()
  })

  const inUsdt = await promised(app, { amount: '1000', income: 'USDT' })
  await deposit(app, 2)
  const inDr = await promised(app, { amount: '5000', income: 'DR' })
  await deposit(app, 1)

  await test.step('the yearly rate is the income’s own; an open position says the same net', async () => {
    const income = (1_000n * inUsdt.yearlyPercent * 30n) / (365n * 100n)
    expect(inUsdt.income).toBe(income - (income % SHOWN_UNIT))
    await expect(async () => {
      await app.open('/')
      await packages.open('mine')
      await expect(packages.sheet.getByRole('listitem')).toHaveCount(2, { timeout: 2_000 })
    }).toPass(READ_AGAIN)
    const nets = packages.sheet.getByRole('listitem').getByText(t('packages.row.net'))
    // The offers' prices and the burn's rate may load after the positions.
    await expect(nets).toHaveCount(2)
    await expect(nets).toHaveCount(2)
    const shown = await nets.allTextContents()
    expect(shown.map((text) => numberOf(text))).toEqual([inDr.net, inUsdt.net])
    await expectAccessibleInBoth(page, 'positions with their net')
    await packages.close()
  })

  await chain.travel(31 * DAY_SECONDS)

  await test.step('the income in DR: the wallet has its net figure, and both principals are still there', async () => {
    await withdrawAll(app, 'DR', 1)
    const came = await dr()
    expect(came - (came % SHOWN_UNIT)).toBe(inDr.net)
  })

  await test.step('the rest in USDT: principals and income whole, and the burn out of the wallet as it was said', async () => {
    const held = await dr()
    await withdrawAll(app, 'USDT', 2)
    const came = (await usdt()) - before
    expect(came - (came % SHOWN_UNIT)).toBe(inUsdt.income)
    const burned = held - (await dr())
    const [, said] = (inUsdt.burn ?? '').split('USDT')
    expect(burned).toBeLessThan(numberOf(said ?? '') + CENT)
    expect(burned).toBeGreaterThan(numberOf(said ?? '') - CENT)
    expect(inUsdt.income - inUsdt.net).toBe(numberOf(inUsdt.burn))
  })

  await test.step('nothing is left', async () => {
    await app.open('/pages/wthdrawal/wthdrawal')
    await app.withdrawal.chooseAccount(2)
    await expect(page.getByText(t('withdrawal.noAccount', { token: 'USDT' }))).toBeVisible(READ_AGAIN)
  })
})
