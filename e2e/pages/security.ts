import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'

/** Security sheet from the menu: e-mail, payment password, sessions; and the e-mailed codes. */
export class Security {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  /** The open sheet, whichever part it shows. */
  get sheet(): Locator {
    // Excludes a closing sheet.
    return this.page.locator('dialog[data-open]')
  }

  /** Opens it with the menu, from any page. */
  async open(): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.t('shell.menu') })
      .click()
    await this.page
      .getByRole('dialog', { name: this.t('shell.menu') })
      .getByRole('button', { name: this.t('security.title') })
      .click()
    await expect(this.page.getByRole('dialog', { name: this.t('security.title') })).toBeVisible()
  }

  async close(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.t('common.close'), exact: true }).click()
    await expect(this.sheet).toBeHidden()
  }

  /** Row of the overview. */
  row(text: string): Locator {
    return this.sheet.getByRole('listitem').filter({ hasText: this.t(text) })
  }

  async go(text: string): Promise<void> {
    await this.row(text).getByRole('button').first().click()
  }

  field(text: string): Locator {
    return this.sheet.getByLabel(this.t(text), { exact: true })
  }

  /** Button that sends a code, in any of its states. */
  get sendCode(): Locator {
    return this.sheet.getByRole('button', {
      name: new RegExp(
        [
          this.t('security.code.send'),
          this.t('security.code.resend'),
          this.t('security.code.again', { wait: '.+' }),
        ].join('|'),
      ),
    })
  }

  /** Seconds until the next code, from the button; 0 while it can be pressed. */
  async countdown(): Promise<number> {
    return Number(/\d+/.exec((await this.sendCode.textContent()) ?? '')?.[0] ?? 0)
  }

  /** Six digits of the newest e-mail. */
  async codeInMailbox(): Promise<string> {
    const mailbox = this.sheet.getByRole('region', { name: this.t('security.mailbox.title') })
    await expect(mailbox).toContainText(/\d{6}/)
    return /\d{6}/.exec((await mailbox.textContent()) ?? '')?.[0] ?? ''
  }

  async press(text: string): Promise<void> {
    await this.sheet.getByRole('button', { name: this.t(text), exact: true }).click()
  }
}
