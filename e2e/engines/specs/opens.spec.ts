import { ROUTES } from '../../../scripts/requirement.ts'
import { expect, test } from '../test.ts'

test('a visitor opens every route: what it shows is in the window', async ({ app, remote, t }) => {
  for (const route of ROUTES) {
    await test.step(route, async () => {
      await app.open(route)
      await app.loaded()
      expect.soft(await remote.operate('pageFaults'), route).toEqual([])
    })
  }
  await test.step('the code to pair a wallet by WalletConnect', async () => {
    await app.open('/')
    await app.connect.open()
    await app.connect.choose('WalletConnect')
    await expect(app.connect.pairingCode).toBeVisible({ timeout: 30_000 })
    await remote.watchSheet()
    expect(remote.sheets.get(t('wallet.connect.title'))).toEqual(new Set())
    await app.connect.close()
  })
  expect(remote.complaints).toEqual([])
})
