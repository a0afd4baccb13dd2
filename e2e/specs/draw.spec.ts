import { AnnouncedWallet } from '../fixtures/announced-wallet.ts'
import { closeRound, readBook, roundWithTime } from '../fixtures/draw.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { enterDraw } from '../fixtures/own-call.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'
import { Books } from '../pages/books.ts'
import { wayName } from '../pages/pay-button.ts'

const ONE = 10n ** 18n
const SLOW = { timeout: 60_000 }

test('the digit draw: its price is shown, a digit is drawn, checked on the phone, and paid', async ({
  app,
  page,
  chain,
  product,
  complaints,
  t,
}) => {
  test.slow()
  const { transaction, exchange } = app
  const books = new Books(page, t)
  const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })

  const account = wallet.account.address
  const { round } = await roundWithTime(product.url, chain)

  await test.step('the odds are above the button, and the pot has its limit', async () => {
    await app.open('/pages/platform/platform')
    await books.choose('rewards')
    const card = books.card(t('game.title'))
    await expect(card).toContainText(t('game.odds', { multiple: 9, back: 9 }))
    await card.getByRole('button', { name: /^3/ }).click()
    await card.getByRole('button', { name: t('game.enter'), exact: true }).click()
    await expect(card).toContainText(t('message.recharge_no'))
    await expect(card.getByLabel(t('game.amount'))).toBeFocused()
    await card.getByLabel(t('game.amount')).fill('0.5')
    await expect(card).toContainText(t('game.minimum', { amount: '1' }))
    await card.getByLabel(t('game.amount')).fill('100000')
    await expect(card.getByText(/100,?000|1,000/).first()).toBeVisible()
    await expect(card.getByRole('button', { name: t('game.enter'), exact: true })).toBeDisabled()
    await expectAccessibleInBoth(page, 'the digit draw')
    await card.getByRole('button', { name: t('game.how') }).click()
    await expect(app.sheet(t('game.how'))).toContainText(t('game.fair'))
    await expectAccessibleInBoth(page, 'the rules of the draw')
    await app.closeSheet(t('game.how'))
  })

  await test.step('5 DR on the 3, without any DR: the swap is a step of the same plan, and 5 DR are burned', async () => {
    expect(await chain.balanceOf('DR', account)).toBe(0n)
    const card = books.card(t('game.title'))
    await card.getByLabel(t('game.amount')).fill('5')
    await card.getByRole('button', { name: wayName(t, 'enter') }).click()
    await expect(transaction.line('draw', t('tx.row.prizeIfDrawn'))).toContainText('45')
    await expect(transaction.sheet('draw')).toContainText(t('tx.riskShort.draw'))
    await expectAccessibleInBoth(page, 'the plan of an entry')
    await transaction.confirm('draw', 4)
    await transaction.expectFinal('draw')
    await transaction.done('draw')
    // The server's refusal, which the plan resolves.
    const refusals = complaints.splice(0).filter((one) => !/status of 409 .*addDigitUserLog/.test(one))
    expect(refusals).toEqual([])
    // Rest of the swap, which has a margin for price moves.
    expect(await chain.balanceOf('DR', account)).toBeLessThan(ONE)
    const { byDigit } = (await readBook(product.url)).round ?? {}
    expect(byDigit?.[3]).toBe(String(5n * ONE))
  })

  await test.step('5 more, with DR in the wallet: burned, nothing else leaves', async () => {
    await app.open('/pages/exchange/exchange')
    await exchange.amount.fill('200')
    await exchange.getQuote.click()
    // The plan's approval covered only the plan.
    await transaction.confirm('swap', 2)
    await transaction.expectFinal('swap')
    await transaction.done('swap')
    await app.open('/pages/platform/platform')
    await books.choose('rewards')
    const before = await chain.balanceOf('DR', account)
    const card = books.card(t('game.title'))
    await card.getByRole('button', { name: /^3/ }).click()
    await card.getByLabel(t('game.amount')).fill('5')
    await card.getByRole('button', { name: t('game.enter'), exact: true }).click()
    await expect(transaction.line('draw', t('tx.row.prizeIfDrawn'))).toContainText('45')
    await expectAccessibleInBoth(page, 'the receipt of an entry')
    await transaction.confirm('draw', 2)
    await transaction.expectFinal('draw')
    await transaction.done('draw')
    expect(before - (await chain.balanceOf('DR', account))).toBe(5n * ONE)
  })

  await test.step('a digit is drawn; the phone computes it again', async () => {
    // Entries on every other digit, from outside the app: one of them wins.
    const digits = [0, 1, 2, 4, 5, 6, 7, 8, 9]
    await enterDraw(chain, { account: wallet.account, round: BigInt(round), digits, amount: 2n * ONE })
    await closeRound(product.url, { chain, round })
    const row = books.card(t('game.results')).getByRole('button', { name: t('game.round', { round }) })
    await expect(row).toBeVisible(SLOW)
    await row.click()
    const sheet = page.getByRole('dialog', { name: t('game.round', { round }) })
    await expect(sheet.getByText(t('game.checked'))).toBeVisible()
    await expectAccessibleInBoth(page, 'the proof of a draw')
  })

  await test.step('the prize is fetched to the wallet, once', async () => {
    const before = await chain.balanceOf('DR', account)
    const sheet = page.getByRole('dialog', { name: t('game.round', { round }) })
    await sheet.getByRole('button', { name: t('game.claim'), exact: true }).click()
    await expect(transaction.line('claim', t('tx.row.fee'))).toContainText('BNB')
    await expectAccessibleInBoth(page, 'the receipt of a prize')
    await transaction.confirm('claim', 1)
    await transaction.expectFinal('claim')
    await transaction.done('claim')
    const won = (await chain.balanceOf('DR', account)) - before
    expect([18n * ONE, 90n * ONE]).toContain(won)
  })
})
