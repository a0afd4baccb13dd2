import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'
import { payName } from './pay-button.ts'

/** `/pages/DCP/DCP`, its records, and the weekly pool on the Backpack. */
export class Power {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  private get main(): Locator {
    return this.page.getByRole('main')
  }

  /** Types an amount: DR to burn, USDR to pay, or the value of both. */
  async type(basis: 'DR' | 'USDR' | 'USD', amount: string): Promise<void> {
    await this.main
      .getByRole('group', { name: this.t('power.basis') })
      .getByText(this.t(`power.basis.${basis}`), { exact: true })
      .click()
    await this.main.getByRole('textbox', { name: this.t(`power.amount.${basis}`) }).fill(amount)
  }

  /** Value of a line of the preview. */
  line(row: 'burned' | 'treasury' | 'value' | 'power' | 'from' | 'price'): Locator {
    const name = this.page.locator('dt').getByText(this.t(`power.row.${row}`), { exact: true })
    return this.main.locator('dl > div').filter({ has: name }).locator('dd').first()
  }

  /** Requests the quote; the transaction sheet follows. */
  async buy(): Promise<void> {
    await this.main.getByRole('button', { name: payName(this.t, 'buy', this.t('power.buyNow')) }).click()
  }

  /** Steps of its plan, if a token must be obtained first. */
  get solved(): Locator {
    return this.main.getByRole('list', { name: this.t('tx.steps') })
  }

  /** Main figure: remaining POD power, with its parts below. */
  get hero(): Locator {
    return this.main.getByRole('region', { name: this.t('power.left') })
  }

  /** Units of one part of the user's power. */
  part(name: 'pledged' | 'joining' | 'leaving' | 'unpledged'): Locator {
    const label = this.page.locator('dt').getByText(this.t(`power.${name}`), { exact: true })
    return this.hero.locator('dl > div').filter({ has: label }).locator('dd')
  }

  /** Opens the pledge sheet and types an amount. */
  async typePledge(action: 'pledge' | 'unpledge', amount: string): Promise<Locator> {
    const name = this.t(`power.pledge.${action}`)
    await this.main.getByRole('button', { name, exact: true }).click()
    const sheet = this.page.getByRole('dialog', { name })
    await sheet.getByRole('textbox', { name: this.t('power.pledge.amount') }).fill(amount)
    return sheet
  }

  /** Opens the pledge sheet, types an amount, and confirms. */
  async changePledge(action: 'pledge' | 'unpledge', amount: string): Promise<void> {
    const sheet = await this.typePledge(action, amount)
    await sheet.getByRole('button', { name: this.t(`power.pledge.${action}`), exact: true }).click()
    await expect(sheet).toBeHidden()
  }

  /** Amount drawn by the user's power. */
  drawn(what: 'dividends' | 'prizes'): Locator {
    const name = this.page.locator('dt').getByText(this.t(`power.drawn.${what}`, { token: 'USDT' }), {
      exact: true,
    })
    return this.main.locator('dl > div').filter({ has: name }).locator('dd')
  }

  /** Selects one of the three kinds of records. */
  async records(kind: 'pledges' | 'purchases' | 'swaps'): Promise<void> {
    await this.main
      .getByRole('group', { name: this.t('power.records') })
      .getByText(this.t(`power.records.kind.${kind}`), { exact: true })
      .click()
  }

  /** Record by its title. */
  record(title: 'bought' | 'pledged' | 'unpledged'): Locator {
    return this.main.getByRole('listitem').filter({ hasText: this.t(`power.records.${title}`) })
  }

  /** Selects the user's or everyone's daily purchases. */
  async chooseDaily(whose: 'mine' | 'everybody'): Promise<void> {
    await this.main
      .getByRole('group', { name: this.t('power.daily') })
      .getByText(this.t(`power.daily.${whose}`), { exact: true })
      .click()
  }

  /** Table of units bought by day, exact. */
  get dailyTable(): Locator {
    return this.main.getByRole('table', { name: this.t('power.daily'), includeHidden: true })
  }

  /** Card of the Backpack by its heading. */
  card(title: 'dividend.title' | 'dividend.growth' | 'dividend.weeks'): Locator {
    const heading = this.page.getByRole('heading', { name: this.t(title), exact: true })
    return this.main.locator('section').filter({ has: heading })
  }

  /** Opens the figures and rules of the open week. */
  async openPool(): Promise<void> {
    await this.card('dividend.title')
      .getByRole('button', { name: this.t('dividend.rules') })
      .click()
    await expect(this.page.getByRole('dialog', { name: this.t('dividend.title') })).toBeVisible()
  }

  /** Opens the newest closed week. */
  async openWeek(): Promise<Locator> {
    await this.card('dividend.weeks').getByRole('listitem').first().getByRole('button').click()
    const sheet = this.page.getByRole('dialog')
    await expect(sheet.getByText(this.t('dividend.paid'))).toBeVisible()
    await expect(sheet.getByRole('heading').first()).toHaveText(/\d{4}-W\d{2}/)
    return sheet
  }
}
