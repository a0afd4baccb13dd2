import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'

export class Home {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  /** Main figure of the screen, with its actions. */
  get hero(): Locator {
    return this.page.getByRole('region', { name: this.t('home.collectable') })
  }

  get faucetButton(): Locator {
    return this.page.getByRole('button', { name: this.t('wallet.faucet.ask') }).first()
  }

  /** Button shown while a wallet is connected without a session. */
  get signInButton(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.t('home.signIn'), exact: true })
  }

  /** Button of a new account's step. */
  get firstMachineButton(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.t('home.firstMachine'), exact: true })
  }

  /** Connect button on the page itself. */
  get connectButton(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.t('shell.connect'), exact: true })
  }

  /** Connect button while a wallet is asked; a sheet over the page hides it from assistive technology. */
  get connectingButton(): Locator {
    const name = this.t('shell.walletConnecting')
    const main = this.page.getByRole('main', { includeHidden: true })
    return main.getByRole('button', { name, exact: true, includeHidden: true })
  }

  get collectButton(): Locator {
    return this.hero.getByRole('button', { name: this.t('home.collect') })
  }

  /** Waits until collecting would move at least this many whole DR, by the line above the button. */
  async expectCollectable(min: number): Promise<void> {
    const [before = ''] = this.t('home.collectWhat', { amount: '|' }).split('|')
    const amount = async (): Promise<number> => {
      const [, after = ''] = ((await this.hero.textContent()) ?? '').split(before)
      return Number.parseFloat(after.replaceAll(',', '')) || 0
    }
    await expect.poll(amount, { timeout: 30_000 }).toBeGreaterThanOrEqual(min)
  }

  /** Binds an inviter: the suggested or the given one. */
  async bind(inviteCode?: string): Promise<void> {
    await this.page.getByRole('button', { name: this.t('home.bind.enter') }).click()
    const sheet = this.page.getByRole('dialog', { name: this.t('home.bind.title') })
    const now = sheet.getByRole('button', { name: this.t('home.bind.now') })
    await expect(now).toBeVisible()
    if (inviteCode !== undefined) {
      const change = sheet.getByRole('button', { name: this.t('home.bind.change'), exact: true })
      if (await change.isVisible()) await change.click()
      await sheet.getByLabel(this.t('home.bind.field')).fill(inviteCode)
    }
    await now.click()
    await expect(sheet).toBeHidden()
  }
}
