import { readFile } from 'node:fs/promises'
import { formatAmount } from '@dr/protocol/amounts'
import { CALLS } from '@dr/protocol/calls/index'
import { VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import { parseUnits } from 'viem'
import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import type { Chain } from '../fixtures/chain.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { depositForNothing, sendTokens } from '../fixtures/own-call.ts'
import { whileShort } from '../fixtures/shortfall.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { anyBlock } from '../fixtures/texts.ts'
import type { App } from '../pages/app.ts'
import { Books } from '../pages/books.ts'

const ONE = 10n ** 18n
const WEEK_SECONDS = 7 * 86_400
const FIRST_MONDAY_SECONDS = 4 * 86_400
const RETURNED = 300n * ONE
/** USDT above the minimum of a withdrawal, even if an operator of another test has raised it. */
const SMALL = '55'
const ROUTE = '/pages/wthdrawal/wthdrawal'
const RECORDS = '/pages/wthdrawal/wthdrawalRecord'

const travelToMonday = async (chain: Chain): Promise<void> => {
  const now = await chain.now()
  await chain.travel(WEEK_SECONDS - ((now - FIRST_MONDAY_SECONDS) % WEEK_SECONDS) + 60)
}

/** Columns before any that may contain a comma. */
const readLedgerCsv = (text: string) =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const [, account = '', kind = '', direction = '', amount = '', token = ''] = line.split(',')
      return { account, kind, direction, amount, token }
    })

/** Signs an offer to its end: the announced wallet accepts by itself. */
const sign = async ({ transaction }: App, kind: 'swap' | 'wrap' | 'pod' | 'withdraw', steps: number) => {
  await transaction.confirm(kind, steps)
  await transaction.expectFinal(kind)
  await transaction.done(kind)
}

/** Buys POD power, so that the deflation account has dividends two Mondays later. */
const buyPower = async (app: App, chain: Chain): Promise<void> => {
  const { power } = app
  await app.open('/pages/exchange/exchange')
  await app.exchange.amount.fill('1000')
  await app.exchange.getQuote.click()
  await sign(app, 'swap', 2)
  await app.open('/pages/exchange/exchange')
  await app.exchange.choose('get', 'USDR')
  await app.exchange.amount.fill('400')
  await app.exchange.wrap.click()
  await sign(app, 'wrap', 2)
  await app.open('/pages/DCP/DCP')
  await power.type('DR', '600')
  await power.buy()
  await sign(app, 'pod', 3)
  await travelToMonday(chain)
  await travelToMonday(chain)
}

/** Withdraws from an account in USDT, up to the receipt. */
const ask = async (app: App, account: 1 | 2, amount: string): Promise<void> => {
  await app.open(ROUTE)
  await app.withdrawal.chooseAccount(account)
  await app.withdrawal.amount.fill(amount)
  await app.withdrawal.next()
}

/** Present minimum: operators may have changed it (operator.spec.ts). */
const minimumUsdt = async (url: string): Promise<string> => {
  const { data } = (await (await fetch(url + CALLS.publicConfig.path)).json()) as {
    data: { parameters: { withdrawalMinimum: { USDT: string } } }
  }
  return formatAmount(BigInt(data.parameters.withdrawalMinimum.USDT))
}

test('USDT from the deflation and the node account, and their worst days', async ({
  app,
  page,
  chain,
  t,
}) => {
  test.setTimeout(300_000)
  const { withdrawal, transaction } = app
  const books = new Books(page, t)
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  const { account } = wallet
  const usdt = () => chain.balanceOf('USDT', account.address)
  const dr = () => chain.balanceOf('DR', account.address)
  const [, deflation, node] = chain.contracts.withdrawalVaults

  await test.step('an account with nothing in it says what it receives', async () => {
    await enterWithAnnounced(app, { connected: false })
    await app.open(ROUTE)
    await withdrawal.chooseAccount(1)
    await expect(page.getByText(t('withdrawal.noAccount', { token: 'USDT' }))).toBeVisible()
    await expect(page.getByText(t('assets.account.1.receives'))).toBeVisible()
    await expectAccessibleInBoth(page, 'withdrawal, nothing there')
  })

  await test.step('a deposit that fits no package leaves the node account without burn', async () => {
    await depositForNothing(chain, { account, amount: RETURNED })
    await expect(async () => {
      await app.open(ROUTE)
      await withdrawal.chooseAccount(2)
      await expect(withdrawal.amount).toBeVisible({ timeout: 2_000 })
    }).toPass(READ_AGAIN)
    await withdrawal.amount.fill('120')
    await expect(withdrawal.line(t('assets.part.burnFree'))).toContainText('120')
    await expect(withdrawal.line(t('withdrawal.limits.recent', { days: 30 }))).toContainText('USDT')
    await expectAccessibleInBoth(page, 'withdrawal of a returned deposit')
    const before = await usdt()
    await withdrawal.next()
    await sign(app, 'withdraw', 1)
    expect((await usdt()) - before).toBe(120n * ONE)
    await expect(withdrawal.newest).toContainText(t('assets.account.2'))
    await expect(withdrawal.newest).toContainText(t('withdrawal.status.used'), READ_AGAIN)
  })

  await test.step('dividends come to the deflation account', async () => {
    await buyPower(app, chain)
    await expect(async () => {
      await app.open(ROUTE)
      await withdrawal.chooseAccount(1)
      await expect(withdrawal.amount).toBeVisible({ timeout: 2_000 })
    }).toPass(READ_AGAIN)
    await withdrawal.amount.fill('9.9')
    const amount = await minimumUsdt(app.url)
    await expect(withdrawal.note).toContainText(t('withdrawal.minimum', { amount, token: 'USDT' }))
    await withdrawal.amount.fill('99999')
    await expect(withdrawal.note).toContainText(t('withdrawal.tooMuch'))
    await expect(withdrawal.nextButton).toBeDisabled()
  })

  const [swapFor = ''] = t('tx.step.swapFor', { pays: '|', gives: '' }).split('|')
  const [burns = ''] = t('tx.outline.burns', { amount: '|' }).split('|')

  await test.step('no DR in the wallet for the burn: swapped for as the first step of the same plan, to its end', async () => {
    await sendTokens(chain, { account, token: 'DR', to: chain.contracts.treasury, amount: await dr() })
    const before = await usdt()
    await app.open(ROUTE)
    await withdrawal.chooseAccount(1)
    await withdrawal.amount.fill(SMALL)
    await expect(withdrawal.swapsForDr).toBeVisible()
    await expectAccessibleInBoth(page, 'withdrawal without DR')
    await withdrawal.next()
    await transaction.expectSteps([swapFor, t('tx.step.approve', { token: 'DR' }), t('tx.step.withdraw')])
    await expect(transaction.line('withdraw', t('tx.row.toWallet'))).toContainText(SMALL)
    await expect(transaction.sheet('withdraw')).toContainText(burns)
    const pays = /[\d.]+/.exec((await transaction.line('withdraw', 'USDT').textContent()) ?? '')
    const swapped = parseUnits(pays?.[0] ?? '', 18)
    expect(swapped).toBeGreaterThan(0n)
    await sign(app, 'withdraw', 3)
    expect((await usdt()) - before).toBe(parseUnits(SMALL, 18) - swapped)
    await expect(withdrawal.newest).toContainText(t('withdrawal.status.used'), READ_AGAIN)
  })

  await test.step('rejected in the wallet after the swap: the amount stays held', async () => {
    await ask(app, 1, '60')
    wallet.answers.push('accept', 'reject')
    await transaction.confirm('withdraw', 2)
    await expect(transaction.sheet('withdraw')).toContainText(t('message.unsigned'))
    await expect(transaction.sheet('withdraw')).toContainText(anyBlock(t, 'tx.doubt.refused'))
    await transaction.close('withdraw')
    await app.open(RECORDS)
    await expect(withdrawal.newest).toContainText(t('withdrawal.status.open'))
    await app.open('/pages/assets/assets')
    await expect(page.getByRole('main')).toContainText(t('assets.part.held.amount', { amount: '60 USDT' }))
  })

  await test.step('the same again in its voucher’s last minute: delayed until it ends, and never held twice', async () => {
    await chain.travel(VOUCHER_LIFETIME_SECONDS - 60)
    await ask(app, 1, '60')
    const [held = ''] = t('tx.wait.held', { until: '|' }).split('|')
    await expect(transaction.sheet('withdraw')).toContainText(held)
    await expectAccessibleInBoth(page, 'a withdrawal that waits for an earlier voucher')
    await chain.travel(70)
    await expect(transaction.line('withdraw', t('tx.row.toWallet'))).toContainText('60', READ_AGAIN)
    await transaction.close('withdraw')
    await app.open('/pages/assets/assets')
    await expect(page.getByRole('main')).toContainText(t('assets.part.held.amount', { amount: '60 USDT' }))
    await app.open(RECORDS)
    await expect(withdrawal.newest).toContainText(t('withdrawal.status.open'))
    await expect(withdrawal.record(1)).toContainText(t('withdrawal.status.expired'), READ_AGAIN)
    await app.open('/pages/assets/assetsRecord')
    await expect(app.records.lines('withdrawal.returned').first()).toContainText('60')
    await expect(app.records.lines('withdrawal.hold').first()).toContainText('60')
  })

  await test.step('with DR in the wallet: 90 to 100 % of the voucher’s burn leaves the wallet', async () => {
    const [usdtBefore, drBefore] = [await usdt(), await dr()]
    await ask(app, 1, '60')
    await expect(transaction.line('withdraw', t('tx.row.toWallet'))).toContainText('60')
    await expect(transaction.line('withdraw', t('tx.row.burnFromWallet'))).toContainText('DR')
    await expectAccessibleInBoth(page, 'the receipt of a withdrawal in USDT')
    const burnMax = await transaction.line('withdraw', t('tx.row.burnFromWallet')).textContent()
    await sign(app, 'withdraw', 1)
    expect((await usdt()) - usdtBefore).toBe(60n * ONE)
    const burned = drBefore - (await dr())
    const voucher = BigInt(Math.round(Number(/[\d.]+/.exec(burnMax ?? '')?.[0]) * 1e8)) * 10n ** 10n
    expect(burned).toBeGreaterThanOrEqual((voucher * 9n) / 10n - 10n ** 10n)
    expect(burned).toBeLessThanOrEqual(voucher + 10n ** 10n)
    await expect(withdrawal.newest).toContainText(t('withdrawal.status.used'), READ_AGAIN)
    await withdrawal.newest.click()
    await expect(withdrawal.detail(t('withdrawal.burnedSoFar'))).toContainText('DR')
    await expectAccessibleInBoth(page, 'a withdrawal in USDT')
    await app.closeSheet(t('withdrawal.title'))
  })

  await test.step('the complete CSV adds up to what the account has; holds count as holds', async () => {
    await app.open('/pages/assets/assetsRecord')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t('ledger.csv'), exact: true }).click()
    const lines = readLedgerCsv(await readFile(await (await download).path(), 'utf8'))
    const mine = lines.filter(({ account: index, token }) => index === '1' && token === 'USDT')
    expect(
      mine.filter(({ kind, direction }) => kind === 'withdrawal.hold' && direction === 'hold'),
    ).toHaveLength(3)
    const sum = (way: string) =>
      mine
        .filter(({ direction }) => direction === way)
        .reduce((total, { amount }) => total + parseUnits(amount, 18), 0n)
    await app.open('/pages/assets/assets')
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: t('assets.account.1') })
    // USDT to the cent, rounded down.
    await expect(row.first()).toContainText(formatAmount(sum('in') - sum('out'), { maxDecimals: 2 }))
  })

  await test.step('a block after the deadline: reverted, reported, and the amount is returned', async () => {
    const before = await usdt()
    await ask(app, 2, '50')
    await transaction.confirmTooLate({ chain, kind: 'withdraw', steps: 1 })
    expect(await usdt()).toBe(before)
    await app.open(RECORDS)
    await expect(withdrawal.newest).toContainText(t('withdrawal.status.expired'), READ_AGAIN)
  })

  await test.step('closed in the middle and opened again: resumed, and paid once', async () => {
    const before = await usdt()
    await ask(app, 2, '50')
    await transaction.confirmAndReopen({ chain, kind: 'withdraw', steps: 1 })
    expect((await usdt()) - before).toBe(50n * ONE)
    await app.open(RECORDS)
    await expect(withdrawal.newest).toContainText(t('withdrawal.status.used'), READ_AGAIN)
  })

  await test.step('a vault that holds too little issues nothing, and says so (1017)', async () => {
    await whileShort(chain, { vault: node, amount: 5n * ONE }, async () => {
      await expect(async () => {
        await app.open(ROUTE)
        await withdrawal.chooseAccount(2)
        await expect(withdrawal.stopped).toBeVisible({ timeout: 3_000 })
      }).toPass({ timeout: 60_000 })
      await expect(page.getByRole('button', { name: t('withdrawal.stopped.button') })).toBeDisabled()
      await expectAccessibleInBoth(page, 'withdrawal from a stopped vault')
      await withdrawal.stopped.getByRole('button', { name: t('withdrawal.stopped.books') }).click()
      await expect(books.coverage).toContainText(t('platform.short'))
      await expect(books.vault(2)).toContainText(t('platform.part.missing'))
      await expect(books.vault(1)).not.toContainText(t('platform.stoppedChip'))
      await expectAccessibleInBoth(page, 'the books of a stopped vault')
    })
    await expect(async () => {
      await app.open('/pages/platform/platform')
      await expect(books.coverage).toContainText(t('platform.covered'), { timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await expect(books.card(t('platform.shortfalls'))).toContainText(t('platform.shortfallOver'))
    expect(deflation).not.toBe(node)
  })
})
