import { expect, type Locator, type Page } from '@playwright/test'

/** The one sheet of everything that is signed: receipt, numbered steps, result. */
export class Transaction {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('list') })
  }

  get steps(): Locator {
    return this.sheet.getByRole('list').getByRole('listitem')
  }

  async expectSteps(count: number): Promise<void> {
    await expect(this.steps).toHaveCount(count)
  }
}
