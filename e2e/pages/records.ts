import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Texts } from '../fixtures/texts.ts'

type LedgerKind =
  | 'mining.collect'
  | 'withdrawal.hold'
  | 'withdrawal.paid'
  | 'withdrawal.burned'
  | 'withdrawal.returned'
  | 'dividends.credit'
  | 'package.credit'
  | 'claim.sent'

/** Records, newest first: ledger lines, machines bought, electricity paid. */
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
  async openFromBackpack(): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.t('backpack.records') })
      .click()
  }

  async choose(kind: 'ledger' | 'machines' | 'electricity'): Promise<void> {
    await this.page
      .getByRole('main')
      .getByText(this.t(`records.kind.${kind}`), { exact: true })
      .click()
  }

  row(text: RegExp): Locator {
    return this.page.getByRole('main').getByRole('listitem').filter({ hasText: text }).getByRole('button')
  }

  /** Text of the exported file, without the byte order mark. */
  async exportCsv(): Promise<string> {
    const download = this.page.waitForEvent('download')
    await this.page.getByRole('button', { name: this.t('ledger.csv') }).click()
    return (await readFile(await (await download).path(), 'utf8')).replace('\uFEFF', '')
  }
}
