import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'
import { payName } from './pay-button.ts'

type View = 'offer' | 'mine' | 'locked' | 'deposits'

/** Packages on Home: the card, subscribing, positions, reinvesting, locks. */
export class Packages {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  private name(token: 'USDT' | 'DR', days: number): string {
    return `${token} · ${this.t('common.days', { count: days })}`
  }

  /** Subscription form. */
  subscription(token: 'USDT' | 'DR', days: number): Locator {
    const name = this.name(token, days)
    return this.page.getByRole('dialog', { name: this.t('packages.subscribeTo', { name }) })
  }

  async subscribe(token: 'USDT' | 'DR', days: number): Promise<Locator> {
    const name = `${this.t('home.packages.subscribe')} ${this.name(token, days)}`
    await this.page.getByRole('button', { name, exact: true }).first().click()
    const sheet = this.subscription(token, days)
    await expect(sheet).toBeVisible()
    return sheet
  }

  amount(sheet: Locator): Locator {
    return sheet.getByRole('textbox', { name: this.t('packages.amount') })
  }

  go(sheet: Locator): Locator {
    return sheet.getByRole('button', { name: payName(this.t, 'subscribe', this.t('common.continue')) })
  }

  /** Value of a line of an open sheet's receipt. */
  line(sheet: Locator, label: string): Locator {
    const name = this.page.locator('dt').getByText(label, { exact: true })
    return sheet.locator('dl > div').filter({ has: name }).locator('dd').first()
  }

  async chooseIncome(sheet: Locator, token: 'USDT' | 'DR'): Promise<void> {
    const incomes = sheet.getByRole('group', { name: this.t('packages.incomeType') })
    await incomes.getByText(new RegExp(`^${token} `)).click()
  }

  /** Fills in the open subscription and continues to the transaction sheet. */
  async order(sheet: Locator, order: { amount: string; income: 'USDT' | 'DR' }): Promise<void> {
    await this.chooseIncome(sheet, order.income)
    await this.amount(sheet).fill(order.amount)
    await this.go(sheet).click()
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: this.t('home.packages.title'), exact: true })
  }

  /** Opens the packages' sheet with one of its views. */
  async open(view: View): Promise<Locator> {
    if (!(await this.sheet.isVisible()))
      await this.page.getByRole('button', { name: `${this.t('home.packages.all')} ›`, exact: true }).click()
    await this.sheet.getByText(this.t(`packages.view.${view}`), { exact: true }).click()
    return this.sheet
  }

  get newest(): Locator {
    return this.sheet.getByRole('listitem').first()
  }

  async close(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.t('common.close'), exact: true }).click()
    await expect(this.sheet).toBeHidden()
  }
}
