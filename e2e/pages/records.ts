import type { Locator, Page } from '@playwright/test'
import type { Texts } from '../fixtures/texts.ts'

/** Ledger lines, newest first. */
export class Records {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  lines(kind: 'mining.collect' | 'withdrawal.hold' | 'withdrawal.paid' | 'withdrawal.burned'): Locator {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: this.t(`ledger.kind.${kind}`) })
  }
}
