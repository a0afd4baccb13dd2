import { CALLS } from '@dr/protocol/calls/index'
import { WITHDRAWAL_BURN_BPS } from '@dr/protocol/constants'
import { burnShare } from '@dr/protocol/rules/withdrawal-burn'
import { ROUTES } from '../../tools/checks/requirement.ts'
import { compareSigned } from '../fixtures/clear-signing.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { enterWithBurner } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import type { App } from '../pages/app.ts'

/** Time in which two machines of 10 T mine 12 DR. */
const TWELVE_DAYS_SECONDS = 12 * 86_400
const MONTH_SECONDS = 31 * 86_400
const ONE = 10n ** 18n
const USDT_FOR_TWO = 160n * ONE // 2 × 100 USD × 80 %
const WITHDRAWN = 10n * ONE
/** Every screen with a user's own data, without the requirement's alias of the first one. */
const SCREENS = ROUTES.filter((route) => route !== '/pages/index/index')

/**
 * Wallet requests while two machines are bought: an approval, a permit instead of another, then the
 * purchase.
 */
const buyTwoMachines = async (app: App): Promise<number> => {
  const { backpack, burner, transaction, t } = app
  const perDay = await backpack.buy(2)
  await expect(transaction.line('buy', t('tx.row.toTreasury'))).toContainText('160')
  await expectAccessibleInBoth(app.page, 'the receipt')
  await transaction.confirm('buy', 3)
  const steps = [
    t('tx.step.approve', { token: 'USDT' }),
    t('tx.step.permit', { token: 'DRGV' }),
    t('tx.step.buy'),
  ]
  await transaction.expectSteps(steps)
  for (const [index] of steps.entries()) {
    const number = index + 1
    await transaction.expectAsked(index)
    if (number < steps.length) {
      const notYet = t('tx.step.nothingYet', { number, total: steps.length })
      await expect(transaction.steps.nth(index)).toContainText(notYet)
    }
    if (index === 1) {
      await expect(burner.prompt).toContainText(t('wallet.burner.message'))
      await expectAccessibleInBoth(app.page, 'the wallet’s question for a signature')
    }
    await burner.accept(index === 1 ? 'message' : 'transaction')
  }
  await transaction.expectSuccess('buy')
  await transaction.expectFinal('buy')
  await expectAccessibleInBoth(app.page, 'the result')
  return perDay
}

test('from nothing to DR in the wallet', async ({ app, page, chain, t }) => {
  const { home, backpack, burner, transaction, withdrawal, records } = app

  const account = await test.step('connect, sign in, faucet, bind by the genesis code', async () => {
    const address = await enterWithBurner(app)
    expect(await chain.balanceOf('USDT', address)).toBe(10_000n * ONE)
    return address
  })

  const promised = await test.step('buy 2 machines: approve, sign, buy', async () => {
    const before = await chain.balanceOf('USDT', chain.contracts.treasury)
    await app.tab('backpack')
    const perDay = await buyTwoMachines(app)
    await transaction.done('buy')
    expect((await chain.balanceOf('USDT', chain.contracts.treasury)) - before).toBe(USDT_FOR_TWO)
    await expect(backpack.card('not-activated')).toContainText('× 2')
    return perDay
  })

  await test.step('activate both', async () => {
    await backpack.activateAll(2)
    await expect(transaction.line('activate', t('tx.row.burned'))).toContainText('12')
    await expectAccessibleInBoth(page, 'the receipt of electricity')
    await transaction.confirm('activate', 1)
    await burner.accept('transaction')
    await transaction.expectSuccess('activate')
    // Sheet, result, card and Home show the same figure for the same machines.
    const perDay = await transaction.expectMining(2)
    const rate = t('rates.perDay', { amount: promised })
    expect(perDay).toContain(rate)
    await transaction.done('activate')
    await expect(backpack.card('producing')).toContainText('× 2')
    await expect(backpack.card('producing')).toContainText(rate)
    await backpack.copyInvite.click()
    await app.expectToast(t('common.copied'))
  })

  await test.step('time passes, DR accrues, collect', async () => {
    await chain.travel(TWELVE_DAYS_SECONDS)
    await app.tab('home')
    await expect(home.hero).toContainText(t('home.yesterday', { amount: promised }))
    // Once it is released and final, later than the running number.
    await home.expectCollectable(12)
    await expect(home.collectButton).toBeEnabled()
    await expectAccessibleInBoth(page, 'Home with DR waiting')
    await home.hero.getByRole('button', { name: t('home.detail.title') }).click()
    const rate = app.sheet(t('home.detail.title')).locator('dl > div', { hasText: t('home.detail.rate') })
    await expect(rate.locator('dd')).toContainText(String(promised))
    await expectAccessibleInBoth(page, 'where the number comes from')
    await app.closeSheet(t('home.detail.title'))
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith(CALLS.collectMining.path)) requests += 1
    })
    await home.collectButton.dblclick() // a nervous thumb
    const collected = app.sheet(t('message.tq_success'))
    await expect(collected).toContainText(t('moment.collected.where'))
    await expectAccessibleInBoth(page, 'what was collected')
    await app.closeSheet(t('message.tq_success'))
    await expect(home.collectButton).toBeHidden()
    await expect(home.hero).toContainText(t('message.no_tq'))
    // 0.1 DR at 1 DR a day: two hours and some minutes.
    const time = t('common.wait.hours', { count: 3 })
    await expect(home.hero).toContainText(t('rates.collectIn', { time }))
    expect(requests).toBe(1)
  })

  await test.step('withdraw 10: 9.5 arrive, 0.5 are burned', async () => {
    const supply = await chain.totalSupplyOf('DR')
    await app.open('/pages/wthdrawal/wthdrawal')
    await withdrawal.next()
    await expect(withdrawal.note).toContainText(t('message.recharge_no'))
    await withdrawal.amount.fill('9')
    await expect(withdrawal.note).toContainText(t('withdrawal.minimum', { amount: '10', token: 'DR' }))
    await withdrawal.amount.fill('10')
    await expect(withdrawal.line(t('withdrawal.received'))).toContainText('9.5')
    await expect(withdrawal.line(t('withdrawal.burned', { percent: '5%' }))).toContainText('0.5')
    await expectAccessibleInBoth(page, 'Withdrawal')
    await withdrawal.next()
    await expect(transaction.line('withdraw', t('tx.row.toWallet'))).toContainText('9.5')
    await expectAccessibleInBoth(page, 'the receipt of a withdrawal in DR')
    await transaction.confirm('withdraw', 1)
    await burner.accept('transaction')
    await transaction.expectSuccess('withdraw')
    await transaction.expectFinal('withdraw')
    await expect(transaction.line('withdraw', t('moment.withdrawn.balance', { token: 'DR' }))).toContainText(
      '9.5',
      READ_AGAIN,
    )
    await expectAccessibleInBoth(page, 'a withdrawal that arrived')
    await transaction.done('withdraw')
    const burned = burnShare({ burnable: WITHDRAWN, burnBps: WITHDRAWAL_BURN_BPS })
    expect(await chain.balanceOf('DR', account)).toBe(WITHDRAWN - burned)
    expect(supply - (await chain.totalSupplyOf('DR'))).toBe(burned)
  })

  await test.step('records and ledger lines say so', async () => {
    await app.open('/pages/wthdrawal/wthdrawalRecord')
    await expect(withdrawal.newest).toContainText(t('withdrawal.status.used'))
    await expect(withdrawal.newest).toContainText('10')
    await app.open('/pages/assets/assetsRecord')
    await expect(records.lines('withdrawal.paid').first()).toContainText('9.5')
    await expect(records.lines('withdrawal.burned').first()).toContainText('0.5')
    await expect(records.lines('mining.collect')).toHaveCount(1)
    await records.lines('withdrawal.paid').first().click()
    await expect(app.sheet(t('ledger.kind.withdrawal.paid'))).toContainText(t('ledger.detail.journal'))
    await expectAccessibleInBoth(page, 'a ledger line')
    await app.closeSheet(t('ledger.kind.withdrawal.paid'))
  })

  await test.step('the backpack’s records: machines bought, electricity paid, each whole as CSV', async () => {
    await app.open('/pages/Backpack/Backpack')
    await records.openFromBackpack()
    const bought = records.row(/× 2/)
    await expect(bought).toContainText('160')
    await expectAccessibleInBoth(page, 'machines bought')
    await bought.click()
    const purchase = app.sheet(t('records.machines.title'))
    await expect(purchase).toContainText(t('tx.final'))
    await expect(purchase).toContainText(t('ledger.detail.tx'))
    await expectAccessibleInBoth(page, 'a purchase of machines')
    await app.closeSheet(t('records.machines.title'))
    const lines = (await records.exportCsv()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^20\d\d-.*,2,\d+,160,.*,0x[0-9a-f]{64}$/)
    await records.choose('electricity')
    await expect(records.row(/× 2/)).toContainText('12') // 2 machines, 6 DRGV each
    expect((await records.exportCsv()).trim().split('\r\n')[1]).toMatch(/,2,2 m\d,1,12,/)
    await records.choose('ledger')
    await expect(records.lines('mining.collect')).toHaveCount(1)
  })

  await test.step('electricity runs out: paused, until it is renewed', async () => {
    await app.open('/pages/Backpack/Backpack')
    await expect(backpack.card('producing')).toContainText('× 2')
    await chain.travel(MONTH_SECONDS)
    // The open page updates by itself.
    await expect(backpack.card('paused')).toContainText('× 2', READ_AGAIN)
    await expectAccessibleInBoth(page, 'paused machines')
    await backpack.renewAll(2)
    await transaction.confirm('activate', 1)
    await burner.accept('transaction')
    await transaction.expectMining(2)
    await transaction.done('activate')
    await expect(backpack.card('producing')).toContainText('× 2', READ_AGAIN)
  })

  await test.step('the wallet’s own words for each of them were the receipt’s', () => {
    expect(compareSigned(chain, t)).toEqual([
      'buyMachine',
      'activateMachine',
      'withdrawDR',
      'activateMachine',
    ])
  })

  await test.step('every screen is accessible, in both themes', async () => {
    for (const route of SCREENS) {
      await app.open(route)
      await app.loaded()
      await expectAccessibleInBoth(page, route)
    }
  })
})
