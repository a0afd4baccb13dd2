import { SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import type { Texts } from '../fixtures/texts.ts'

type Side = 'give' | 'get'

/** `/pages/exchange/exchange`: both sides, terms, the chart, and the records. */
export class Exchange {
  private readonly page: Page
  private readonly t: Texts

  constructor(page: Page, t: Texts) {
    this.page = page
    this.t = t
  }

  get amount(): Locator {
    return this.page.getByRole('textbox', { name: this.t('exchange.give') })
  }

  get getQuote(): Locator {
    return this.page.getByRole('button', { name: this.t('exchange.getQuote'), exact: true })
  }

  /** Button for wrapping and unwrapping, which need no quote. */
  get wrap(): Locator {
    return this.page.getByRole('button', { name: this.t('exchange.wrap'), exact: true })
  }

  get unwrap(): Locator {
    return this.page.getByRole('button', { name: this.t('exchange.unwrap'), exact: true })
  }

  /** Expected output of the preview. */
  get output(): Locator {
    return this.page.getByRole('status', { name: this.t('exchange.get') })
  }

  /** Value of a line of the terms. */
  line(label: string): Locator {
    return this.page.getByRole('main').locator('dl > div').filter({ hasText: label }).locator('dd').first()
  }

  private picker(side: Side): Locator {
    const label = this.t(`exchange.${side}`)
    const names = SWAP_TOKENS.map((token) => this.t('exchange.chooseToken', { side: label, token }))
    return this.page.getByRole('main').getByRole('button', { name: new RegExp(names.join('|')) })
  }

  async openTokens(side: Side): Promise<Locator> {
    await this.picker(side).click()
    const sheet = this.page.getByRole('dialog', { name: this.t(`exchange.${side}`) })
    await expect(sheet).toBeVisible()
    return sheet
  }

  async choose(side: Side, token: SwapToken): Promise<void> {
    const sheet = await this.openTokens(side)
    await sheet.getByText(token, { exact: true }).click()
    await expect(sheet).toBeHidden()
    await expect(this.picker(side)).toContainText(token)
  }

  async turn(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('exchange.turn') }).click()
  }

  async chooseWay(way: 'direct' | 'exchange', fee = '0.3%'): Promise<void> {
    await this.page.getByText(this.t(`exchange.way.${way}`, { fee }), { exact: true }).click()
  }

  /** Selects the chart's range. */
  async range(range: '24h' | '7d' | '30d'): Promise<void> {
    await this.page
      .getByRole('group', { name: this.t('exchange.chart.range') })
      .getByText(this.t(`exchange.chart.${range}`), { exact: true })
      .click()
  }

  /** Newest swap in the records. */
  get newest(): Locator {
    return this.page.getByRole('main').getByRole('listitem').first()
  }
}
