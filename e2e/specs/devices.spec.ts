/** Unusual devices: a wrong clock, full storage, a page translated by the browser. */
import { AnnouncedWallet, WALLET_NAME } from '../fixtures/announced-wallet.ts'
import { enterWithAnnounced } from '../fixtures/journey.ts'
import { lostWrites, translatePage } from '../fixtures/page-translator.ts'
import { expect, test } from '../fixtures/test.ts'

const HOUR_MS = 3_600_000

/** Runs in the page before everything else: shifts the device's clock. */
const shiftClock = (ms: number): string => `Date = class extends Date {
  constructor(...parts) {
    if (parts.length === 0) super(Date.now())
    else super(...parts)
  }
  static now() {
    return super.now() + ${ms}
  }
}`

for (const hours of [-72, 72]) {
  test(`the first sign-in succeeds on a clock that is off by ${hours} hours`, async ({
    app,
    page,
    chain,
    t,
  }) => {
    const wallet = await AnnouncedWallet.install(page, { rpcUrl: chain.url })
    await page.addInitScript(shiftClock(hours * HOUR_MS))
    await app.open('/')
    await app.connect.open()
    await app.connect.choose(WALLET_NAME)
    await app.expectToast(t('wallet.signIn.done'))
    expect(wallet.prompts.filter((prompt) => prompt.startsWith('personal_sign'))).toHaveLength(1)
  })
}

/** Runs in the page before everything else: storage without space. */
const FULL_STORAGE = `Storage.prototype.setItem = () => {
  throw new DOMException('full', 'QuotaExceededError')
}`

test('with a full storage the session and what was sent last as long as the page, and the app says so', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, home, transaction } = app
  await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await page.addInitScript(FULL_STORAGE)
  await app.open('/')
  await app.connect.open()
  await expect(page.getByRole('dialog')).toContainText(t('wallet.notStored'))
  await app.connect.close()
  await enterWithAnnounced(app, { connected: false })
  await expect(await app.openMenu()).toContainText(t('wallet.notStored'))
  await app.closeSheet(t('shell.menu'))

  await app.tab('backpack')
  await backpack.buy(1)
  await expect(transaction.sheet('buy')).toContainText(t('tx.notStored'))
  await chain.pause()
  try {
    await transaction.confirm('buy', 3)
    await expect(transaction.steps.first()).toContainText(t('tx.step.mining'))
  } finally {
    await chain.resume()
  }
  await transaction.expectFinal('buy')
  await transaction.done('buy')
  await page.reload()
  await app.tab('home')
  await expect(home.connectButton).toBeVisible()
})

test('in a page that the browser translates every figure is the one of now, and nothing breaks', async ({
  app,
  page,
  chain,
  t,
}) => {
  const { backpack, exchange, home, transaction } = app
  await AnnouncedWallet.install(page, { rpcUrl: chain.url })
  await enterWithAnnounced(app, { connected: false })
  await translatePage(page)

  await test.step('a purchase, from its receipt to what it mines', async () => {
    await app.tab('backpack')
    await backpack.buy(2)
    await expect(transaction.line('buy', t('tx.row.toTreasury'))).toContainText('160')
    await transaction.confirm('buy', 3)
    await transaction.expectFinal('buy')
    await transaction.done('buy')
    await backpack.activateAll(2)
    await transaction.confirm('activate', 1)
    await transaction.expectMining(2)
    await transaction.done('activate')
  })

  await test.step('what accrues', async () => {
    await app.tab('home')
    const shown = home.hero.locator('[aria-hidden] .num').last()
    await expect(shown).toHaveText(/^0\.0\d+DR$/)
    const before = await shown.textContent()
    await expect(shown).not.toHaveText(before ?? '')
    await home.expectCollectable(0)
  })

  await test.step('what an exchange brings, and how long its quote holds', async () => {
    await page.evaluate("location.hash = '#/pages/exchange/exchange'")
    const main = page.getByRole('main')
    for (const [amount, output] of [
      ['100', '199.4'],
      ['900', '1,794.6'],
      ['0.5', '0.997'],
    ] as const) {
      await exchange.amount.fill(amount)
      await expect(main.locator('.num', { hasText: output }).filter({ visible: true }).first()).toHaveText(
        output,
      )
    }
    await exchange.getQuote.click()
    const timer = transaction.sheet('swap').getByRole('timer')
    const seconds = async () => Number(/\d+/.exec((await timer.textContent()) ?? '')?.[0])
    const first = await seconds()
    await expect.poll(seconds).toBeLessThan(first - 2)
    await transaction.close('swap')
  })
  expect(await lostWrites(page)).toEqual([])
})
