import { cutOff } from '../fixtures/cut-off.ts'
import { READ_AGAIN } from '../fixtures/expect.ts'
import { activateMachines, buyMachines, enterWithBurner } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'

const MONTH_SECONDS = 31 * 86_400
/** The app's time limit (api/patience.ts), with a margin. */
const PATIENCE = { timeout: 10_000 + 5_000 }

/** Removes the browser's log of blocked calls. */
const forgive = (complaints: string[]): void => {
  const rest = complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))
  complaints.splice(0, complaints.length, ...rest)
}

test('an app that is opened while the server is silent names the machines by the chain, and pays', async ({
  app,
  page,
  chain,
  product,
  t,
  complaints,
}) => {
  const { backpack, burner, transaction } = app
  const main = page.getByRole('main')
  const silence = main.getByRole('status').filter({ hasText: t('tx.renew.silent') })
  const address = await enterWithBurner(app)
  await buyMachines(app, 2, 3)
  await activateMachines(app, 2)
  await expect(backpack.card('producing')).toContainText('× 2', READ_AGAIN)

  // Electricity ends after the server's last answer: only the chain knows.
  const answerAgain = await cutOff(page)
  await chain.travel(MONTH_SECONDS)
  await page.reload()
  await expect(silence).toBeVisible()
  await expect(backpack.card('paused')).toContainText('× 2')
  await expect(backpack.card('producing')).toHaveCount(0)
  await expectAccessibleInBoth(page, 'machines by the chain')

  const before = await chain.balanceOf('DRGV', address)
  await backpack.renewAll(2)
  await expect(transaction.sheet('activate')).toContainText(t('tx.renew.silent'))
  await transaction.confirm('activate', 1)
  await burner.accept('transaction')
  await transaction.expectFinal('activate')
  expect(before - (await chain.balanceOf('DRGV', address))).toBe(12n * 10n ** 18n)
  await transaction.done('activate')
  await expect(backpack.card('producing')).toContainText('× 2')
  await expect(backpack.card('paused')).toHaveCount(0)

  // After another reload: paid machines are not due.
  await page.reload()
  await expect(silence).toBeVisible()
  await expect(backpack.card('producing')).toContainText('× 2')
  await expect(backpack.card('paused')).toHaveCount(0)

  // The server answers again, with the same state.
  await answerAgain()
  await expect(silence).toBeHidden(READ_AGAIN)
  await expect(backpack.card('producing')).toContainText('× 2')
  await expect(backpack.card('paused')).toHaveCount(0)

  // It accepts requests and never answers: the app waits ten seconds, not sixty.
  const answerOnce = await cutOff(page, 'hanging')
  await chain.travel(MONTH_SECONDS)
  await page.reload()
  await expect(backpack.card('paused')).toContainText('× 2', PATIENCE)
  await backpack.renewAll(2)
  await expect(transaction.sheet('activate')).toContainText(t('tx.renew.silent'), PATIENCE)
  await answerOnce()

  // Without server and chain nothing is offered, with a note.
  await cutOff(page)
  await page.route(`${product.chainUrl}/**`, (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('alert').filter({ hasText: t('tx.renew.silent') })).toContainText(
    t('tx.fail.noAnswer'),
  )
  await expect(backpack.card('producing')).toHaveCount(0)
  forgive(complaints)
})
