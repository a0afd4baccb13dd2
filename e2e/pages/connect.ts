import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'

/** Sign-in sheet: choose a wallet, switch its network, sign, register. */
export class Connect {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  private sheet(title: string): Locator {
    return this.page.getByRole('dialog', { name: this.t(title) })
  }

  /** Opens it with the pill in the navigation bar. */
  async open(): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.t('shell.connect') })
      .click()
    await expect(this.sheet('wallet.connect.title')).toBeVisible()
  }

  async choose(wallet: string): Promise<void> {
    await this.sheet('wallet.connect.title').getByRole('button', { name: wallet }).click()
  }

  wallet(name: string): Locator {
    return this.sheet('wallet.connect.title').getByRole('button', { name })
  }

  get pairingCode(): Locator {
    const name = this.t('wallet.walletConnect.qr')
    return this.sheet('wallet.connect.title').getByRole('img', { name })
  }

  /** Pairing link of WalletConnect's code, as copied by its button. */
  async pairingLink(): Promise<string> {
    const sheet = this.sheet('wallet.connect.title')
    await expect(this.pairingCode).toBeVisible({ timeout: 30_000 })
    await sheet.getByRole('button', { name: this.t('common.copy'), exact: true }).click()
    return this.page.evaluate<string>('navigator.clipboard.readText()')
  }

  /** Asks the wallet again after its first rejection. */
  async sign(): Promise<void> {
    await this.sheet('wallet.signIn.title')
      .getByRole('button', { name: this.t('wallet.signIn.sign') })
      .click()
  }

  async close(): Promise<void> {
    const sheet = this.page.getByRole('dialog')
    await sheet.getByRole('button', { name: this.t('common.close'), exact: true }).click()
    await expect(sheet).toBeHidden()
  }

  /** Note about the last attempt. */
  get note(): Locator {
    return this.page.getByRole('dialog').getByRole('status').first()
  }

  get signIn(): Locator {
    return this.sheet('wallet.signIn.title')
  }

  get registration(): Locator {
    return this.sheet('wallet.register.title')
  }

  get networkStep(): Locator {
    return this.sheet('wallet.network.title')
  }

  /** Enters another inviter than the shown one; '' for none, and the registration asks. */
  async inviter(code: string): Promise<void> {
    await this.fillInviter(this.sheet('wallet.connect.title'), 'wallet.inviter.title', code)
  }

  /** Registers with another inviter than the suggested one; '' for none. */
  async register(inviteCode?: string): Promise<void> {
    const { registration: sheet } = this
    if (inviteCode !== undefined) await this.fillInviter(sheet, 'wallet.register.code', inviteCode)
    const button = inviteCode === '' ? 'wallet.register.without' : 'wallet.register.bind'
    await sheet.getByRole('button', { name: this.t(button), exact: true }).click()
    await expect(sheet).toBeHidden()
  }

  private async fillInviter(sheet: Locator, label: string, code: string): Promise<void> {
    const field = sheet.getByLabel(this.t(label))
    const change = sheet.getByRole('button', { name: this.t('wallet.inviter.change'), exact: true })
    await expect(field.or(change)).toBeVisible()
    if (await change.isVisible()) await change.click()
    await field.fill(code)
  }
}
