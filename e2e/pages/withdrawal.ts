import type { Locator, Page } from '@playwright/test'
import type { Texts } from '../fixtures/texts.ts'

export class Withdrawal {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  get amount(): Locator {
    return this.page.getByRole('textbox', { name: this.t('withdrawal.amount') })
  }

  /** Value of a line of the preview. */
  line(label: string): Locator {
    return this.page.getByRole('main').locator('dl > div').filter({ hasText: label }).locator('dd')
  }

  async next(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('withdrawal.next') }).click()
  }

  /** The newest withdrawal in the records. */
  get newest(): Locator {
    return this.page.getByRole('main').getByRole('listitem').first()
  }
}
