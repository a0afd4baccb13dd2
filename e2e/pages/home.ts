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

  /** The screen's one number with what belongs to it. */
  get hero(): Locator {
    return this.page.getByRole('region', { name: this.t('home.collectable') })
  }

  get faucetButton(): Locator {
    return this.page.getByRole('button', { name: this.t('wallet.faucet.ask') })
  }

  /** Where a wallet is connected and nobody is signed in. */
  get signInButton(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.t('home.signIn'), exact: true })
  }

  get collectButton(): Locator {
    return this.hero.getByRole('button', { name: this.t('home.collect') })
  }

  /** Waits until at least this many whole DR would be moved by collecting now, as the line above the button says. */
  async expectCollectable(least: number): Promise<void> {
    const [before = ''] = this.t('home.collectWhat', { amount: '|' }).split('|')
    const amount = async (): Promise<number> => {
      const [, after = ''] = ((await this.hero.textContent()) ?? '').split(before)
      return Number.parseFloat(after.replaceAll(',', '')) || 0
    }
    await expect.poll(amount, { timeout: 30_000 }).toBeGreaterThanOrEqual(least)
  }

  /** Binds the inviter from the card that stands there until one is bound. */
  async bind(inviteCode: string): Promise<void> {
    await this.page.getByRole('button', { name: this.t('home.bind.enter') }).click()
    const sheet = this.page.getByRole('dialog', { name: this.t('home.bind.title') })
    await sheet.getByLabel(this.t('home.bind.field')).fill(inviteCode)
    await sheet.getByRole('button', { name: this.t('home.bind.now') }).click()
    await expect(sheet).toBeHidden()
  }

  /** The code that the local chain shows to newcomers, as the sheet offers it. */
  async genesisCode(): Promise<string> {
    await this.page.getByRole('button', { name: this.t('home.bind.enter') }).click()
    const sheet = this.page.getByRole('dialog', { name: this.t('home.bind.title') })
    await sheet.getByRole('button', { name: this.t('home.bind.use') }).click()
    const code = await sheet.getByLabel(this.t('home.bind.field')).inputValue()
    await sheet.getByRole('button', { name: this.t('common.close') }).click()
    await expect(sheet).toBeHidden()
    return code
  }
}
