import type { Locator, Page } from '@playwright/test'
import type { Texts } from '../fixtures/texts.ts'

type LedgerKind =
  | 'mining.collect'
  | 'withdrawal.hold'
  | 'withdrawal.paid'
  | 'withdrawal.burned'
  | 'withdrawal.released'
  | 'dividends.credit'
  | 'package.credit'
  | 'transfer.internal'

/** Ledger lines, newest first. */
export class Records {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  lines(kind: LedgerKind): Locator {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: this.t(`ledger.kind.${kind}`) })
  }
}
