/** Checking and leaving inside the app: by deposits, and by what the server says of a proof. */
import { AnnouncedWallet } from '../../fixtures/announced-wallet.ts'
import { READ_AGAIN } from '../../fixtures/expect.ts'
import { enterWithAnnounced } from '../../fixtures/journey.ts'
import { depositForNothing } from '../../fixtures/own-call.ts'
import { ScriptedUser } from '../../fixtures/scripted-user.ts'
import { expect, expectAccessibleInBoth, test } from '../../fixtures/test.ts'

const ONE = 10n ** 18n
const EXIT = '/pages/platform/platform2?value1=exit'

test('what was deposited leaves by the wallet’s own call; the account locks its claims', async ({
  app,
  page,
  chain,
  product,
  t,
}) => {
  test.setTimeout(180_000)
  const { transaction } = app
  const user = await ScriptedUser.enter({ url: product.url, chain })
  await AnnouncedWallet.install(page, { rpcUrl: chain.url, keys: [user.key] })
  await enterWithAnnounced(app, { connected: false, known: true })
  await depositForNothing(chain, { account: user.account, amount: 300n * ONE })

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

test('with claims open the deposit arrives whole, and nothing is left to claim', async ({
  app,
  page,
  chain,
  product,
  t,
}) => {
  test.setTimeout(180_000)
  const { transaction } = app
  const user = await ScriptedUser.enter({ url: product.url, chain })
  await AnnouncedWallet.install(page, { rpcUrl: chain.url, keys: [user.key] })
  await enterWithAnnounced(app, { connected: false, known: true })
  await depositForNothing(chain, { account: user.account, amount: 300n * ONE })
  const before = await chain.balanceOf('USDT', user.account.address)
  await app.openAddress(EXIT)
  const claim = page.getByRole('button', { name: t('exit.claim', { amount: '300 USDT' }) })
  await expect(claim).toBeVisible(READ_AGAIN)
  await claim.click()
  await transaction.confirm('leave', 1)
  await transaction.expectSuccess('leave')
  await transaction.done('leave')
  await expect(claim).toBeHidden(READ_AGAIN)
  expect(await chain.balanceOf('USDT', user.account.address)).toBe(before + 300n * ONE)
})
