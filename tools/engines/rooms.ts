/** Opens sheets of a full account that no press on a route alone opens. */
import { VAULT_INDEXES } from '@dr/protocol/token-table'
import { type AnnouncedWallet, BINANCE_CHAIN_ID } from '../../e2e/fixtures/announced-wallet.ts'
import { expect } from '../../e2e/fixtures/expect.ts'
import { PAYMENT_PASSWORD } from '../../e2e/fixtures/full-account.ts'
import type { App } from '../../e2e/pages/app.ts'
import { Security } from '../../e2e/pages/security.ts'
import type { RemotePage } from './driver/page.ts'

interface Rooms {
  readonly app: App
  readonly remote: RemotePage
}

/** Opens the receipt of POD power. */
const openPodReceipt = async ({ app, remote }: Rooms): Promise<void> => {
  const { power, transaction, t } = app
  await app.open('/pages/DCP/DCP')
  await power.type('DR', '100')
  await power.buy()
  await expect(transaction.line('pod', t('tx.row.burned'))).toBeVisible()
  await remote.watchSheet()
  await transaction.close('pod')
}

/** Opens each view of the packages, and reinvests matured amounts. */
const openPackages = async ({ app, remote }: Rooms): Promise<void> => {
  const { packages, t } = app
  await app.open('/')
  for (const view of ['offer', 'locked', 'deposits', 'mine'] as const) {
    await packages.open(view)
    await expect(packages.sheet.getByRole('status', { name: t('message.loading') })).toHaveCount(0)
    await remote.watchSheet()
  }
  await packages.sheet.getByRole('button', { name: t('packages.reinvest'), exact: true }).click()
  await expect(app.sheet(t('packages.reinvest'))).toBeVisible()
  await remote.watchSheet()
  await app.closeSheet(t('packages.reinvest'))
}

/** Withdraws USDT from the node account: the payment password, then the receipt. */
const openWithdrawal = async ({ app, remote }: Rooms): Promise<void> => {
  const { withdrawal, transaction, t } = app
  await app.open('/pages/wthdrawal/wthdrawal')
  await withdrawal.chooseAccount(2)
  await withdrawal.amount.fill('20')
  await withdrawal.next()
  const password = app.sheet(t('security.password'))
  await password.getByLabel(t('security.password'), { exact: true }).fill(PAYMENT_PASSWORD)
  await remote.watchSheet()
  await password.getByRole('button', { name: t('common.continue') }).click()
  await expect(transaction.line('withdraw', t('tx.row.toWallet'))).toBeVisible()
  await remote.watchSheet()
  await transaction.close('withdraw')
}

/** Similar rows of a list are pressed once, but each account differs. */
const openAccounts = async ({ app, remote }: Rooms): Promise<void> => {
  const { page, t } = app
  await app.open('/pages/assets/assets')
  for (const account of VAULT_INDEXES) {
    const title = t(`assets.account.${account}`)
    await page.getByRole('button', { name: title }).click()
    await expect(app.sheet(title)).toBeVisible()
    await remote.watchSheet()
    await app.closeSheet(title)
  }
}

/** Transfers a part of a deposit to another user: input, receipt, and result. */
const transfer = async ({ app, remote }: Rooms, to: string): Promise<void> => {
  const { page, t } = app
  await app.open('/pages/assets/assets')
  await page.getByRole('button', { name: t('assets.account.2') }).click()
  await page.getByRole('button', { name: t('transfer.action'), exact: true }).click()
  const sheet = app.sheet(t('transfer.title'))
  await sheet.getByLabel(t('transfer.to')).fill(to)
  await sheet.getByRole('textbox', { name: t('transfer.amount') }).fill('5')
  await sheet.getByLabel(t('security.password'), { exact: true }).fill(PAYMENT_PASSWORD)
  await remote.watchSheet()
  await sheet.getByRole('button', { name: t('transfer.next') }).click()
  await expect(app.transaction.sheet('transfer')).toBeVisible()
  await remote.watchSheet()
  await app.transaction.confirm('transfer', 1)
  await app.transaction.expectFinal('transfer')
  await remote.watchSheet()
  await app.transaction.done('transfer')
}

/** Opens each part of Security, and the wallet with its receive sheet. */
const openAround = async ({ app, remote }: Rooms): Promise<void> => {
  const { page, t } = app
  const security = new Security(page, t)
  await app.open('/')
  await security.open()
  await remote.watchSheet()
  for (const part of ['security.email', 'security.password', 'security.sessions']) {
    await security.go(part)
    await remote.watchSheet()
    await security.sheet.getByRole('button', { name: t('common.back') }).click()
  }
  await security.close()
  await (await app.openWallet()).getByRole('button', { name: t('wallet.receive') }).click()
  await expect(app.sheet(t('wallet.receive'))).toBeVisible()
  await remote.watchSheet()
}

export const openRooms = async (
  rooms: Rooms,
  { receiver, wallet }: { readonly receiver: string; readonly wallet: AnnouncedWallet },
): Promise<void> => {
  const { app, remote } = rooms
  await openPodReceipt(rooms)
  await openPackages(rooms)
  await openWithdrawal(rooms)
  await openAccounts(rooms)
  await transfer(rooms, receiver)
  await openAround(rooms)
  // The wallet changes its chain, and the app asks to switch back.
  await app.open('/')
  await wallet.useChain(BINANCE_CHAIN_ID)
  await expect(app.connect.networkStep).toBeVisible()
  await remote.watchSheet()
}
