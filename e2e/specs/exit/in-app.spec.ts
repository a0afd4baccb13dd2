/** Checking and leaving inside the app, and the daily roots in the open books. */
import { CALLS } from '@dr/protocol/calls/index'
import type { Locator, Page } from '@playwright/test'
import { AnnouncedWallet } from '../../fixtures/announced-wallet.ts'
import type { Chain } from '../../fixtures/chain.ts'
import { READ_AGAIN } from '../../fixtures/expect.ts'
import { enterWithAnnounced } from '../../fixtures/journey.ts'
import { depositForNothing } from '../../fixtures/own-call.ts'
import type { Product } from '../../fixtures/product.ts'
import { ScriptedUser } from '../../fixtures/scripted-user.ts'
import { expect, expectAccessibleInBoth, test } from '../../fixtures/test.ts'
import type { App } from '../../pages/app.ts'
import { Books } from '../../pages/books.ts'

const ONE = 10n ** 18n
const EXIT = '/pages/platform/platform2?value1=exit'

interface Entered {
  readonly app: App
  readonly page: Page
  readonly chain: Chain
  readonly product: Pick<Product, 'url'>
}

/** A user with 300 USDT deposited in the node account, signed in. */
const enterWithDeposit = async ({ app, page, chain, product }: Entered): Promise<ScriptedUser> => {
  const user = await ScriptedUser.enter({ url: product.url, chain })
  await AnnouncedWallet.install(page, { rpcUrl: chain.url, keys: [user.key] })
  await enterWithAnnounced(app, { connected: false, known: true })
  await depositForNothing(chain, { account: user.account, amount: 300n * ONE })
  return user
}

test('what was deposited leaves by the wallet’s own call; the account locks its claims', async ({
  app,
  page,
  chain,
  product,
  t,
}) => {
  test.setTimeout(180_000)
  const { transaction } = app
  await enterWithDeposit({ app, page, chain, product })

  await app.openAddress('/pages/wthdrawal/wthdrawal?value1=2&value2=USDT')
  await expect(page.getByRole('button', { name: t('exit.own.button') })).toBeVisible(READ_AGAIN)
  await app.openAddress(EXIT)
  const claim = page.getByRole('button', { name: t('exit.claim', { amount: '300 USDT' }) })
  await expect(claim).toBeVisible(READ_AGAIN)
  await expectAccessibleInBoth(page, 'check and leave')

  await test.step('locked: the contract would refuse, so the app offers no claim', async () => {
    await page.getByRole('button', { name: t('exit.lock.lock') }).click()
    await transaction.confirm('lock', 1)
    await transaction.expectSuccess('lock')
    await transaction.done('lock')
    await expect(page.getByText(t('exit.lock.shut'))).toBeVisible(READ_AGAIN)
    await expect(claim).toBeDisabled()
  })
})

test('with claims open a part of the deposit arrives whole, then the rest, and nothing is left to claim', async ({
  app,
  page,
  chain,
  product,
  t,
}) => {
  test.setTimeout(180_000)
  const { transaction } = app
  const user = await enterWithDeposit({ app, page, chain, product })
  const before = await chain.balanceOf('USDT', user.account.address)
  await app.openAddress(EXIT)
  const claim = page.getByRole('button', { name: t('exit.claim', { amount: '300 USDT' }) })
  await expect(claim).toBeVisible(READ_AGAIN)
  const leave = async (button: Locator): Promise<void> => {
    await button.click()
    await transaction.confirm('leave', 1)
    await transaction.expectSuccess('leave')
    await transaction.done('leave')
  }

  await test.step('a part: too much is refused with what there is, and 100 of it end with a receipt', async () => {
    await page.getByText(t('exit.part.title')).click()
    const amount = page.getByLabel(t('exit.part.amount'))
    const button = page.getByRole('button', { name: t('exit.part.button') })
    await amount.fill('301')
    await expect(amount).toHaveAccessibleDescription(t('exit.part.most', { amount: '300 USDT' }))
    await expect(button).toBeDisabled()
    await amount.fill('100')
    await leave(button)
    await expect.poll(() => chain.balanceOf('USDT', user.account.address)).toBe(before + 100n * ONE)
  })

  const rest = page.getByRole('button', { name: t('exit.claim', { amount: '200 USDT' }) })
  await expect(rest).toBeVisible(READ_AGAIN)
  await leave(rest)
  await expect(rest).toBeHidden(READ_AGAIN)
  expect(await chain.balanceOf('USDT', user.account.address)).toBe(before + 300n * ONE)
})

test('the open books show the daily root, and the device compares its totals with the chain', async ({
  app,
  page,
  t,
}) => {
  test.setTimeout(240_000)
  const card = new Books(page, t).card(t('exit.roots.title'))
  const row = card.getByRole('button', { name: t('exit.roots.one', { epoch: '1' }) })
  const says = (key: 'same' | 'differ') => {
    const [before = ''] = t(`exit.roots.${key}`, { block: '#' }).split('#')
    return card.getByText(before)
  }
  // The worker posts the first root within a minute of the chain's beginning; an open page reads it later.
  await expect(async () => {
    await app.open('/pages/platform/platform')
    await expect(row).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 150_000 })
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect(says('same')).toBeVisible()
  await expect(card.getByRole('link', { name: 'roots-1.txt' })).toBeVisible()
  await expectAccessibleInBoth(page, 'daily roots')

  await test.step('another total than the posted one is said in red', async () => {
    await page.route(`**${CALLS.publicRoots.path}`, async (route) => {
      const response = await route.fetch()
      type Answer = { data: { epochs: { books: { total: string }[] }[] } }
      const answer = (await response.json()) as Answer
      // Of every root: which of them is open depends on the days that other tests have lived.
      for (const { books } of answer.data.epochs)
        for (const book of books.slice(0, 1)) book.total = `1${book.total}`
      await route.fulfill({ response, json: answer })
    })
    await app.openAddress('/pages/platform/platform')
    await expect(says('differ')).toBeVisible()
    await expect(says('same')).toBeHidden()
  })
})
