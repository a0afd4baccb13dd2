import { formatAmount } from '@dr/protocol/amounts'
import { type Address, parseUnits } from 'viem'
import { AnnouncedWallet, WALLET_NAME } from '../fixtures/announced-wallet.ts'
import type { Chain } from '../fixtures/chain.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { connectedAddress, enterWithAnnounced } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { anyBlock } from '../fixtures/texts.ts'
import type { App } from '../pages/app.ts'
import { PAST_VOUCHER_SECONDS } from '../pages/transaction.ts'

const ONE = 10n ** 18n
const WEEK_SECONDS = 7 * 86_400
/** Weeks begin on Mondays, 00:00 UTC; 1970-01-05 was the first. */
const FIRST_MONDAY_SECONDS = 4 * 86_400
/** Smallest displayed amount. */
const SHOWN = 10n ** 10n
const DR_BURNED = 400n * ONE

/** Advances to shortly after the next Monday. */
const travelToMonday = async (chain: Chain): Promise<void> => {
  const now = await chain.now()
  await chain.travel(WEEK_SECONDS - ((now - FIRST_MONDAY_SECONDS) % WEEK_SECONDS) + 60)
}

/** Displayed amount in base units. */
const amountIn = (text: string | null): bigint => {
  const number = /[\d,]+(?:\.\d+)?/.exec(text ?? '')?.[0]
  if (number === undefined) throw new Error(`no amount in "${text}"`)
  return parseUnits(number.replaceAll(',', ''), 18)
}

/** Swaps the faucet's USDT for DR. */
const swapForDr = async ({ page, t, transaction }: App): Promise<void> => {
  await page.getByRole('textbox', { name: t('exchange.give') }).fill('2000')
  await page.getByRole('button', { name: t('exchange.getQuote'), exact: true }).click()
  await transaction.confirm('swap', 2)
  await transaction.expectFinal('swap')
  await transaction.done('swap')
}

test('POD power: from a wallet without DR to dividends in the account, and its worst day', async ({
  app,
  page,
  chain,
  t,
}) => {
  test.setTimeout(300_000)
  const { power, transaction } = app
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  let account: Address = wallet.account.address
  let units = 0n

  await test.step('a visitor sees the price and what it would give, and is asked to sign in', async () => {
    await app.open('/pages/DCP/DCP')
    await power.type('DR', '400')
    await expect(power.line('power')).toContainText('POD')
    await expectAccessibleInBoth(page, 'POD power, visitor')
    await enterWithAnnounced(app, { connected: false })
    account = await connectedAddress(app)
  })

  await test.step('there are no records yet', async () => {
    await app.open('/pages/DCP/Pledgerecord')
    await expect(page.getByRole('main')).toContainText(t('message.no_data'))
  })

  await test.step('too little to burn, too little in the wallet: said before anything is signed', async () => {
    await app.open('/pages/DCP/DCP')
    await power.buy()
    await expect(page.getByText(t('message.recharge_no'))).toBeVisible()
    await power.type('DR', '-1')
    await expect(page.getByText(t('common.amount.negative'))).toBeVisible()
    await power.type('DR', '9')
    await expect(page.getByText(t('power.minimum', { amount: '10' }))).toBeVisible()
    await power.type('DR', '400')
    await expect(power.solved).toContainText('DR')
    await app.open('/pages/exchange/exchange')
    await swapForDr(app)
  })

  await test.step('USDR is wrapped as a part of the purchase; a rejection after that leaves it in the wallet', async () => {
    await app.open('/pages/DCP/DCP')
    await power.type('DR', '400')
    const usdr = amountIn(await power.line('treasury').textContent())
    await expect(power.solved).toContainText('USDR')
    await power.buy()
    wallet.answers.push('accept', 'accept', 'reject')
    await transaction.confirm('pod', 5)
    await expect(transaction.sheet('pod')).toContainText(t('message.unsigned'))
    await expect(transaction.sheet('pod')).toContainText(anyBlock(t, 'tx.kept.nothingMoreUpTo'))
    await transaction.close('pod')
    await expect.poll(() => chain.balanceOf('USDR', account)).toBeGreaterThanOrEqual(usdr)
    await expect(power.solved).toBeHidden(READ_AGAIN)
  })

  await test.step('the wallet rejects an approval, then the purchase: what is approved is shown', async () => {
    units = amountIn(await power.line('power').textContent())
    wallet.answers.push('reject')
    await power.buy()
    await expect(transaction.line('pod', t('tx.row.burned'))).toBeVisible()
    const comesBack = new RegExp(`\\d|${t('tx.pod.never')}|${t('tx.pod.noWeek')}`)
    await expect(transaction.line('pod', t('tx.row.podReturn'))).toHaveText(comesBack)
    await expect(transaction.sheet('pod')).toContainText(t('tx.pod.note'))
    await expect(transaction.sheet('pod')).toContainText(t('tx.risk.pod'))
    await expectAccessibleInBoth(page, 'the receipt of POD power')
    await transaction.confirm('pod', 3)
    await expect(transaction.sheet('pod')).toContainText(anyBlock(t, 'tx.kept.nothingUpTo'))
    await transaction.retry('pod')
    wallet.answers.push('accept', 'accept', 'reject')
    await transaction.confirm('pod', 3)
    // Two signatures that were never used: they change nothing.
    await expect(transaction.sheet('pod')).toContainText(anyBlock(t, 'tx.doubt.refused'))
    await transaction.close('pod')
  })

  await test.step('a quote that ran out is refused by the chain, costs nothing, and is asked for again', async () => {
    await power.buy()
    await expect(transaction.line('pod', t('tx.row.burned'))).toContainText('400')
    await chain.travel(PAST_VOUCHER_SECONDS)
    await transaction.confirm('pod', 3)
    await expect(transaction.sheet('pod')).toContainText(anyBlock(t, 'tx.kept.nothingUpTo'))
    await transaction.close('pod')
  })

  await test.step('a block after the deadline: reverted, reported, and only the fee is lost', async () => {
    const had = await Promise.all((['DR', 'USDR'] as const).map((token) => chain.balanceOf(token, account)))
    await power.type('DR', '400')
    await power.buy()
    await expect(transaction.line('pod', t('tx.row.burned'))).toContainText('400')
    await transaction.confirmTooLate({ chain, kind: 'pod', steps: 3 })
    expect(
      await Promise.all((['DR', 'USDR'] as const).map((token) => chain.balanceOf(token, account))),
    ).toEqual(had)
  })

  await test.step('sent, the page closed and opened again: it is followed to its end', async () => {
    const before = await Promise.all([
      chain.totalSupplyOf('DR'),
      chain.balanceOf('USDR', chain.contracts.treasury),
    ])
    await power.type('DR', '400')
    await power.buy()
    await expect(transaction.line('pod', t('tx.row.burned'))).toContainText('400')
    // Amounts of the quote: the average changes while typing.
    const usdr = amountIn(await transaction.line('pod', t('tx.row.toTreasury')).textContent())
    units = amountIn(await transaction.line('pod', t('tx.row.podPower')).textContent())
    await chain.pause()
    await transaction.confirm('pod', 3)
    await expect(transaction.sheet('pod')).toContainText(t('message.recharging'))
    await page.reload()
    await expect(page.getByText(t('shell.pending', { count: 1 }))).toBeVisible()
    await expectAccessibleInBoth(page, 'what was sent and is not in a block yet')
    await chain.resume()
    await expect(page.getByText(t('shell.pending', { count: 1 }))).toBeHidden(READ_AGAIN)
    await app.expectToast(t('message.recharge_success'))
    const after = await Promise.all([
      chain.totalSupplyOf('DR'),
      chain.balanceOf('USDR', chain.contracts.treasury),
    ])
    expect(before[0] - after[0]).toBe(DR_BURNED)
    // The line has eight decimals, rounded down.
    expect((after[1] - before[1]) / SHOWN).toBe(usdr / SHOWN)
    await expect(power.part('joining')).toBeVisible(READ_AGAIN)
    expect(amountIn(await power.part('joining').textContent())).toBe(units)
  })

  await test.step('pledged at once from next Monday; taken back and given again, never more than there is', async () => {
    const sheet = await power.typePledge('unpledge', '100000')
    await expect(sheet).toContainText(t('error.20005'))
    await expectAccessibleInBoth(page, 'taking back pledged power')
    await sheet.getByRole('button', { name: t('common.close') }).click()
    await expect(sheet).toBeHidden()
    await power.changePledge('unpledge', '300')
    await expect(power.part('unpledged')).toContainText('300')
    await power.changePledge('pledge', '300')
    await expect(power.part('unpledged')).toBeHidden()
    expect(amountIn(await power.part('joining').textContent())).toBe(units)
  })

  await test.step('the growth ranking names me', async () => {
    await app.open('/pages/Backpack/Backpack')
    const me = power
      .card('dividend.growth')
      .getByRole('listitem')
      .filter({ hasText: t('dividend.growth.me') })
    await expect(me).toBeVisible(READ_AGAIN)
    await expectAccessibleInBoth(page, 'Backpack with a pool and a ranking')
  })

  await test.step('Monday: it is pledged; the Monday after: it has drawn, and what was drawn is used up', async () => {
    await chain.fundPools(10_000n * ONE)
    await travelToMonday(chain)
    await app.open('/pages/DCP/DCP')
    await expect(power.part('joining')).toBeHidden(READ_AGAIN)
    const pledged = amountIn(await power.part('pledged').textContent())
    // Power that joins a pool after earlier payments may be a base unit short; the figure is rounded down.
    expect([0n, SHOWN]).toContain(units - pledged)
    await travelToMonday(chain)
    // A week pays at most a fifth of the pledged power; the pool holds more. The open page updates by
    // itself.
    const due = pledged / 5n
    const drawn = async (): Promise<bigint> => amountIn(await power.drawn('dividends').textContent())
    await expect.poll(drawn, { timeout: 60_000 }).toBeGreaterThan(0n)
    // Beside other users' power a holder's part of the payment may be a base unit short as well.
    expect([0n, SHOWN]).toContain(due - (due % SHOWN) - (await drawn()))
    // Rounding of `pledged`, four fifths of it, may add one to the last decimal.
    const left = pledged - due
    const more = amountIn(await power.part('pledged').textContent()) - (left - (left % SHOWN))
    expect([0n, SHOWN]).toContain(more)
    await expectAccessibleInBoth(page, 'POD power that has drawn')
  })

  await test.step('records and ledger say so; the published week is checked by this device', async () => {
    await app.open('/pages/DCP/Pledgerecord')
    await expect(power.record('pledged').first()).toBeVisible()
    await expectAccessibleInBoth(page, 'the records of pledges')
    await power.records('purchases')
    await expect(power.record('bought')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: t('power.daily'), exact: true })).toBeVisible()
    await expectAccessibleInBoth(page, 'the records of purchases')
    await power.record('bought').click()
    await expect(app.sheet(t('power.records.bought'))).toContainText(t('power.consumed'))
    await expectAccessibleInBoth(page, 'a purchase of POD power')
    await app.closeSheet(t('power.records.bought'))
    await power.chooseDaily('mine')
    await expect(power.dailyTable).toContainText(formatAmount(units))
    await power.records('swaps')
    await expect(page.getByRole('listitem').filter({ hasText: 'USDT → DR' })).toContainText('2,000')
    await expectAccessibleInBoth(page, 'the records of swaps')
    await app.open('/pages/assets/assetsRecord')
    const line = page.getByRole('listitem').filter({ hasText: t('ledger.kind.dividends.credit') })
    await expect(line.first()).toBeVisible()
    await app.open('/pages/Backpack/Backpack')
    await power.openPool()
    await expect(app.sheet(t('dividend.title'))).toContainText(t('dividend.available'))
    await expectAccessibleInBoth(page, 'the open week')
    await app.closeSheet(t('dividend.title'))
    const week = await power.openWeek()
    // The open sheet updates: the file is written, then its hash is final.
    await expect(week.getByText(t('dividend.result.notYet'))).toBeHidden(READ_AGAIN)
    await expect(week.getByText(t('dividend.result.posting'))).toBeHidden(READ_AGAIN)
    await week.getByRole('button', { name: t('dividend.result.check') }).click()
    await expect(week).toContainText(t('dividend.result.holds'), READ_AGAIN)
    await expectAccessibleInBoth(page, 'a closed week')
  })
})

test('what cannot be read says so and is read again on demand; without an inviter there is no button', async ({
  app,
  page,
  chain,
  t,
  complaints,
}) => {
  const reads = /pod-power-config|dividend-pool/
  await page.route(reads, (route) => route.abort())
  await app.open('/pages/DCP/DCP')
  const failed = page.getByRole('alert').filter({ hasText: t('error.transport') })
  await expect(failed).toBeVisible()
  await expectAccessibleInBoth(page, 'POD power that cannot be read')
  const retry = failed.getByRole('button', { name: t('common.retry') })
  await Promise.all([page.waitForRequest(reads), retry.click()])
  await page.unroute(reads)
  // It is read again by itself too: the button may be gone.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 2_000 })
    await expect(page.getByRole('textbox', { name: t('power.amount.DR') })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const expected = complaints.filter((complaint) => complaint.includes('ERR_FAILED'))
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !expected.includes(one)))

  await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await app.open('/')
  await app.connect.open()
  await app.connect.inviter('')
  await app.connect.choose(WALLET_NAME)
  await app.connect.register('')
  await app.expectToast(t('wallet.signIn.done'))
  await app.open('/pages/DCP/DCP')
  await expect(page.getByText(t('home.bind.title'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('power.buyNow') })).toBeHidden()
})
