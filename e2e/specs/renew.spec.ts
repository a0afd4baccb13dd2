import { READ_AGAIN } from '../fixtures/expect.ts'
import { activateMachines, buyMachines, enterWithBurner } from '../fixtures/journey.ts'
import { expect, expectAccessibleInBoth, test } from '../fixtures/test.ts'

const MONTH_SECONDS = 31 * 86_400
const SIGNATURES = '**/api/v1/mining/activate-signature'

test('electricity is paid without the server: the receipt says how, and the server books it', async ({
  app,
  page,
  chain,
  t,
  complaints,
}) => {
  const { backpack, burner, transaction } = app
  const address = await enterWithBurner(app)
  await buyMachines(app, 2, 3)
  await activateMachines(app, 2)
  await expect(backpack.card('producing')).toContainText('× 2')
  await chain.travel(MONTH_SECONDS)
  await expect(backpack.card('paused')).toContainText('× 2', READ_AGAIN)

  await page.route(SIGNATURES, (route) => route.abort())
  const before = await chain.balanceOf('DRGV', address)
  await backpack.renewAll(2)
  const receipt = transaction.sheet('activate')
  await expect(receipt).toContainText(t('tx.renew.silent'))
  await expect(receipt).toContainText(t('tx.renew.note'))
  await expectAccessibleInBoth(page, 'a receipt without a voucher')
  await transaction.confirm('activate', 1)
  await burner.accept('transaction')
  await transaction.expectFinal('activate')
  expect(before - (await chain.balanceOf('DRGV', address))).toBe(12n * 10n ** 18n)
  await transaction.done('activate')
  await page.unroute(SIGNATURES)
  const expected = complaints.filter((complaint) => complaint.includes('ERR_FAILED'))
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !expected.includes(one)))

  await expect(backpack.card('producing')).toContainText('× 2', READ_AGAIN)
})
