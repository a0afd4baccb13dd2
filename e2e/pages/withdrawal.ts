import type { VaultIndex } from '@dr/protocol/token-table'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'
import { payName } from './pay-button.ts'

/** `/pages/wthdrawal/wthdrawal`: account, amount and burn; and the records. */
export class Withdrawal {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  private get main(): Locator {
    return this.page.getByRole('main')
  }

  get amount(): Locator {
    return this.page.getByRole('textbox', { name: this.t('withdrawal.amount') })
  }

  /** Note of the form about the amount. */
  get note(): Locator {
    return this.amount.locator('xpath=ancestor::div[2]').locator('[aria-live]')
  }

  async chooseAccount(account: VaultIndex): Promise<void> {
    const group = this.page.getByRole('group', { name: this.t('withdrawal.account') })
    await group.getByText(this.t(`assets.account.${account}.short`), { exact: true }).click()
    await expect(group.getByRole('radio', { name: this.t(`assets.account.${account}.short`) })).toBeChecked()
  }

  /** Fills in the maximum. */
  async everything(): Promise<void> {
    await this.main.getByRole('button', { name: this.t('common.max'), exact: true }).click()
  }

  async chooseToken(token: 'DR' | 'USDT'): Promise<void> {
    const group = this.page.getByRole('group', { name: this.t('ledger.filter.token') })
    await group.getByText(token, { exact: true }).click()
  }

  /** Value of a line of the preview or the limits. */
  line(label: string): Locator {
    const name = this.page.locator('dt').getByText(label, { exact: true })
    return this.main.locator('dl > div').filter({ has: name }).locator('dd').first()
  }

  get nextButton(): Locator {
    return this.page.getByRole('button', { name: payName(this.t, 'withdraw', this.t('withdrawal.next')) })
  }

  async next(): Promise<void> {
    await this.nextButton.click()
  }

  /** Note that the plan swaps for missing DR. */
  get swapsForDr(): Locator {
    return this.main.getByRole('status').filter({ hasText: this.t('withdrawal.burn.solved') })
  }

  /** Note while the vault does not pay. */
  get stopped(): Locator {
    return this.main.getByRole('status').filter({ hasText: this.t('withdrawal.stopped.kept') })
  }

  /** Newest withdrawal in the records. */
  get newest(): Locator {
    return this.record(0)
  }

  /** Withdrawal in the records by position: the newest is 0. */
  record(index: number): Locator {
    return this.main.getByRole('listitem').nth(index)
  }

  /** Sheet of one withdrawal. */
  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: this.t('withdrawal.title') })
  }

  /** Value of a line of a withdrawal's sheet. */
  detail(label: string): Locator {
    const name = this.page.locator('dt').getByText(label, { exact: true })
    return this.sheet.locator('dl > div').filter({ has: name }).locator('dd').first()
  }
}
