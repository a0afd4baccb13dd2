import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'

/** Wallet of the local chain, whose sheet replaces a real one's window. */
export class BurnerWallet {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  get name(): string {
    return this.t('wallet.burner.name')
  }

  get prompt(): Locator {
    return this.page.getByRole('dialog', { name: this.name })
  }

  async accept(kind: 'connect' | 'message' | 'transaction'): Promise<void> {
    await this.answer(kind, 'accept')
  }

  async reject(kind: 'connect' | 'message' | 'transaction'): Promise<void> {
    await this.answer(kind, 'reject')
  }

  /** Accepts a step of a transaction, which is a transaction or a signature. */
  async acceptStep(): Promise<void> {
    const question = (kind: 'transaction' | 'message') =>
      this.prompt.getByText(this.t(`wallet.burner.${kind}`), { exact: true })
    await expect(question('transaction').or(question('message'))).toBeVisible()
    await this.prompt.getByRole('button', { name: this.t('wallet.burner.accept') }).click()
  }

  private async answer(kind: string, answer: 'accept' | 'reject'): Promise<void> {
    const question = this.prompt.getByText(this.t(`wallet.burner.${kind}`))
    await expect(question).toBeVisible()
    await this.prompt.getByRole('button', { name: this.t(`wallet.burner.${answer}`) }).click()
  }
}
